# The image builds everything it runs from, so that it starts without a network.
# The packages that the product runs from, in the versions of the lock file. Those for building and testing are listed in
# islands/deno.json and tests/deno.json: without these files Deno leaves them out, and reduces the lock file to the rest.
# Lifecycle scripts of packages are not run; native parts are packages of their own, for both C libraries of Linux.
FROM denoland/deno:2.9.6 AS packages
WORKDIR /app
COPY deno.json deno.lock ./
RUN deno install --quiet && rm -rf node_modules/.deno/*musl* \
 && find node_modules/ -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.cts" -o -name "*.d.mts" \) -delete

FROM denoland/deno:2.9.6 AS assets
WORKDIR /app
COPY deno.json deno.lock ./
COPY islands islands
RUN deno install --quiet
COPY server/contract server/contract
COPY static static
RUN deno run -P=build --no-prompt --quiet islands/runtime/build.ts

# Deno's caches: every program of ours as JavaScript, and what a first start of the service caches for later ones. They
# are only read later, and so is everything else here.
FROM packages AS app
COPY server server
COPY islands islands
COPY routes routes
COPY db db
COPY static static
# Without it every command warns that this member of the workspace is missing.
COPY tests/deno.json tests/deno.json
COPY --from=assets /app/static/build static/build
# V8 uses cached code only under the flags it was compiled with: these are those of the command below, where an argument
# of the build cannot stand.
ARG V8_FLAGS=--expose-gc,--max-semi-space-size=14
ENV NODE_ENV=production DENO_DIR=/app/.deno
RUN deno cache --quiet server/main.ts server/operations/*.ts server/library/import.ts \
 && export DATABASE_URL=file:/tmp/first.db BOOK_SOURCES=shelf \
 && { deno run --v8-flags=$V8_FLAGS -P=serve --no-prompt --quiet --cached-only server/main.ts > /tmp/first.log & } \
 && timeout 60 sh -c 'until grep -q "Listening on" /tmp/first.log; do sleep 0.2; done' \
 && kill $! && wait $! \
 && chmod -R a+rX .

FROM denoland/deno:2.9.6
LABEL org.opencontainers.image.title="Chapterhouse" org.opencontainers.image.version="0.25.0"
WORKDIR /app
COPY --from=app /app /app
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
# By the shell: starting Deno every half minute would cost more than the request. While it still updates the database it is
# not healthy yet, which may take a while.
HEALTHCHECK --interval=30s --timeout=10s --start-period=15m \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-8000} && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && grep -q '\"status\":\"ok\"' <&3"]
# V8 doubles the space for new objects up to 2 × 14 MB instead of 2 × 32; a page needs far less. What starting leaves is
# collected at once (see server/main.ts). The flags stand above too.
CMD ["run", "--v8-flags=--expose-gc,--max-semi-space-size=14", "-P=serve", "--no-prompt", "--quiet", "--cached-only", "server/main.ts"]
