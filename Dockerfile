# The image of the program (docs/install.md): pages built inside, no compiler, no npm, an ordinary user, nothing written but
# /data and /tmp.
#
#     docker build -t fatherkin .
#     docker run -d --init --read-only --tmpfs /tmp -v fatherkin:/data -p 127.0.0.1:3000:3000 \
#       -e PUBLIC_URL=https://dads.example -e TRUST_PROXY=172.17.0.1 fatherkin

# Node and npm, only to install and to build. The program runs on the Node of package-lock.json.
FROM docker.io/library/node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY scripts/server-packages.mjs scripts/
COPY src src
RUN node scripts/server-packages.mjs

FROM docker.io/library/node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/run.mjs build && cp -rL dist/current /pages

FROM docker.io/library/debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin fatherkin \
  && install -d -m 0700 -o fatherkin -g fatherkin /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=pages /pages pages
COPY package.json package-lock.json ./
COPY db db
COPY src src
ENV NODE_ENV=production \
  PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  PAGES_DIR=/app/pages
USER fatherkin
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Without another program in the image: bash asks the port by itself.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
# The options are those of scripts/memory.json.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "src/main.ts"]
