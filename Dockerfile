# The server's image: a virtual environment built from the lock file in one stage, carried into a slim one that has nothing else.

FROM python:3.12-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python3 -m venv /opt/mud
WORKDIR /src
COPY requirements.lock ./
RUN /opt/mud/bin/pip install --require-hashes -r requirements.lock
COPY pyproject.toml README.md ./
COPY cypher cypher
COPY config config
COPY mud mud
RUN /opt/mud/bin/pip install --no-deps --no-build-isolation .

FROM python:3.12-slim-bookworm
RUN useradd --system --user-group --create-home --home-dir /var/lib/mud --shell /usr/sbin/nologin mud
COPY --from=build /opt/mud /opt/mud
ENV PATH=/opt/mud/bin:$PATH PYTHONUNBUFFERED=1 MUD_DATA_DIR=/var/lib/mud/data MUD_TELNET_HOST=0.0.0.0
USER mud
WORKDIR /var/lib/mud
RUN mkdir -m 0700 data
EXPOSE 4000
# Healthy is who greets a caller: the banner comes without being asked for.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python3", "-c", "import os, socket, sys; s = socket.create_connection(('127.0.0.1', int(os.environ.get('MUD_TELNET_PORT') or 4000)), 3); s.settimeout(3); sys.exit(not s.recv(1))"]
STOPSIGNAL SIGTERM
CMD ["mud", "serve"]
