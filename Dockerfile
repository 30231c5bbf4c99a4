# The image builds everything it runs from, so that it starts without a network.
FROM denoland/deno:2.9.6 AS build
WORKDIR /app
ENV DENO_DIR=/app/.deno
COPY deno.json deno.lock ./
# The lifecycle scripts of packages are not run; native parts come as packages of their own.
RUN deno install --frozen --quiet
COPY server server
COPY islands islands
COPY routes routes
COPY db db
COPY static static
RUN deno run -P=build --no-prompt --quiet islands/runtime/build.ts

# What only building and testing need goes. The lock file keeps the versions of what stays.
RUN rm -rf node_modules \
 && deno remove --quiet esbuild playwright axe-core dependency-cruiser drizzle-kit fast-check smtp-server postal-mime typescript \
      @types/cli-progress @types/nodemailer @types/proxy-addr @types/react @types/react-dom @types/smtp-server \
 && rm -rf deno.lock .deno node_modules/.deno/*musl* node_modules/.deno/@types+* node_modules/.deno/undici-types* \
 && find node_modules -type d \( -name test -o -name tests -o -name benchmarks -o -name docs \) -prune -exec rm -rf {} + \
 && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' -o -name '*.md' \
      -o -name 'react-dom-client.*' -o -name 'react-dom-profiling.*' \) -delete \
 && rm -rf node_modules/.deno/zod@*/node_modules/zod/src \
 && find node_modules -xtype l -delete \
 && sed -i 's/"nodeModulesDir": "auto"/"nodeModulesDir": "manual"/; s/"lock": true/"lock": false/' deno.json
# Deno's caches: every program of ours as JavaScript, and what a first start of the service leaves for the next ones.
# They are only read later, and so is everything else here.
ENV NODE_ENV=production
RUN deno cache --quiet server/main.ts server/operations/*.ts server/library/import.ts \
 && export DATABASE_URL=file:/tmp/first.db BOOK_SOURCES=shelf \
 && { deno run -P=serve --no-prompt --quiet --cached-only server/main.ts > /tmp/first.log & } \
 && timeout 60 sh -c 'until grep -q "Listening on" /tmp/first.log; do sleep 0.2; done' \
 && kill $! && wait $! \
 && chmod -R a+rX .

FROM denoland/deno:2.9.6
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /data /backups && chown deno:deno /data /backups
ENV NODE_ENV=production \
    DENO_DIR=/app/.deno \
    DENO_NO_UPDATE_CHECK=1 \
    CHAPTERHOUSE_IMAGE=true \
    HOST=0.0.0.0 \
    DATABASE_URL=file:/data/chapterhouse.db
USER deno
VOLUME /data
EXPOSE 8000
# Asked by the shell: a process of Deno every half minute would cost more than the answer.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-8000} && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
CMD ["run", "-P=serve", "--no-prompt", "--quiet", "--cached-only", "server/main.ts"]
