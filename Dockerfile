# wallet-teller as a container; docs/operations.md explains how to run it.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm pack --pack-destination /tmp
# The image has Node 24 itself.
RUN npm install --prefix /opt/wallet-teller --omit=dev --omit=optional --no-audit --no-fund /tmp/wallet-teller-*.tgz

FROM node:24-bookworm-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin teller
RUN install --directory --owner=teller --group=teller --mode=0700 /data
COPY --from=build /opt/wallet-teller /opt/wallet-teller
ENV TELLER_DATABASE_URL=sqlite:/data/teller.db
ENV NODE_COMPILE_CACHE=/tmp/teller
ENV PATH=/opt/wallet-teller/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["teller"]
CMD ["serve", "--host", "0.0.0.0"]
