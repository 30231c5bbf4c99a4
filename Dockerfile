# The image builds everything it runs from, so that it starts without a network.
# What it is built with: the packages of the lock file. Those for testing are listed in tests/deno.json: without that
# file Deno leaves them out. Lifecycle scripts of packages are not run; native parts are packages of their own.
FROM denoland/deno:2.9.6 AS build
WORKDIR /app
COPY deno.json deno.lock ./
COPY islands/deno.json islands/deno.json
RUN deno install --quiet
COPY server server
COPY islands islands
COPY routes routes
COPY db db
COPY static static
RUN deno run -P=build --no-prompt --quiet islands/runtime/build.ts
# Of the packages the programs need those with native parts, for this C library, and web-push with what it imports; of the
# others the licences stay.
RUN cd node_modules/.deno \
 && for package in *; do case $package in \
      node_modules | detect-libc@* | semver@* | libsql@* | @libsql+linux-*-gnu@* | @neon-rs+*) ;; \
      sharp@* | @img+colour@* | @img+sharp-linux-* | @img+sharp-libvips-linux-* | @node-rs+argon2*) ;; \
      web-push@* | asn1.js@* | bn.js@* | inherits@* | minimalistic-assert@* | safer-buffer@* | http_ece@*) ;; \
      https-proxy-agent@* | agent-base@* | debug@* | ms@* | jws@* | jwa@* | safe-buffer@* | minimist@*) ;; \
      buffer-equal-constant-time@* | ecdsa-sig-formatter@*) ;; \
      *) find "$package" -type f ! -iname "licen[cs]e*" -delete ;; \
    esac; done \
 && find . -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.cts" -o -name "*.d.mts" \) -delete \
 && find . -type d -empty -delete && rm -rf @*musl*

# What runs, and what a first start of the service caches for later ones. All of it is only read later.
FROM denoland/deno:2.9.6 AS app
WORKDIR /app
COPY deno.json deno.lock ./
# Without them every command warns that these members of the workspace are missing.
COPY islands/deno.json islands/deno.json
COPY tests/deno.json tests/deno.json
COPY db/migrations db/migrations
COPY db/starter_shelf db/starter_shelf
COPY db/seed/texts db/seed/texts
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/static static
COPY --from=build /app/.build .build
# V8 uses cached code only under the flags it was compiled with: these are those of the command below, where an argument
# of the build cannot stand.
ARG V8_FLAGS=--expose-gc,--max-semi-space-size=8,--heap-growing-percent=60
ENV NODE_ENV=production DENO_DIR=/app/.deno
# The file says to the tasks that there is nothing to build.
RUN touch .image && export DATABASE_URL=file:/tmp/first.db BOOK_SOURCES=shelf \
 && { deno run --v8-flags=$V8_FLAGS -P=serve --no-prompt --quiet --cached-only .build/main.js > /tmp/first.log & } \
 && timeout 60 sh -c 'until grep -q "Listening on" /tmp/first.log; do sleep 0.2; done' \
 && kill $! && wait $! \
 && chmod -R a+rX .

FROM denoland/deno:2.9.6
LABEL org.opencontainers.image.title="Chapterhouse" org.opencontainers.image.version="0.35.0"
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
# V8 doubles the space for new objects up to 2 × 8 MB instead of 2 × 32, and lets old ones grow by 60 % instead of up to
# three times before it collects: two thirds of the memory under load, for no more time. What starting leaves is collected
# at once (see server/main.ts). The flags stand above too.
CMD ["run", "--v8-flags=--expose-gc,--max-semi-space-size=8,--heap-growing-percent=60", "-P=serve", "--no-prompt", "--quiet", "--cached-only", ".build/main.js"]
