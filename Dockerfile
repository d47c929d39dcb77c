# syntax=docker/dockerfile:1

# Builds the product: JavaScript in dist/, and the locked production dependencies.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci \
  && npm run build \
  && npm prune --omit=dev \
  && mkdir /product \
  && cp -a dist/. /product \
  && cp -a --parents node_modules packages/*/node_modules /product

# Runs it. Verso calls git, and ssh for Git repositories over ssh; everything else comes with it.
FROM node:24-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data
COPY --from=build /product /app
WORKDIR /app
ENV NODE_ENV=production VERSO_HOST=0.0.0.0 VERSO_PORT=4000 VERSO_DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.VERSO_PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/server/bin/verso.js"]
CMD ["serve"]
