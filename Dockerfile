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
RUN deno run -P=build --no-prompt --quiet islands/build.ts \
 && deno cache --quiet --frozen server/main.ts \
 && rm -rf node_modules/.deno/*esbuild* node_modules/.deno/*playwright* node_modules/.deno/*drizzle-kit* \
           node_modules/.deno/@libsql+linux-x64-musl* node_modules/esbuild node_modules/playwright-core node_modules/drizzle-kit \
 && mkdir data

FROM denoland/deno:2.9.6
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /data && chown deno:deno /data
ENV NODE_ENV=production \
    DENO_DIR=/app/.deno \
    DENO_NO_UPDATE_CHECK=1 \
    HOST=0.0.0.0 \
    DATABASE_URL=file:/data/chapterhouse.db
USER deno
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["deno", "eval", "--cached-only", "if (!(await fetch(`http://127.0.0.1:${Deno.env.get('PORT') ?? 8000}/healthz`)).ok) Deno.exit(1)"]
CMD ["run", "-P=serve", "--no-prompt", "--quiet", "--cached-only", "--no-lock", "--node-modules-dir=manual", "server/main.ts"]
