"""Traces as a collector gets them: a real one, which listens and decodes what a real server sends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gzip import decompress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.terminal.desk import run
from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor


class Collector(ThreadingHTTPServer):
    """`sent` is all that came, `spans` what it says."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.sent: list[bytes] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def spans(self) -> list[Span]:
        requests = [ExportTraceServiceRequest.FromString(one) for one in self.sent]
        scopes = [
            scope for one in requests for resource in one.resource_spans for scope in resource.scope_spans
        ]
        return [span for scope in scopes for span in scope.spans]


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.sent.append(decompress(body) if self.headers["Content-Encoding"] == "gzip" else body)
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *_values: object) -> None:  # noqa: A002
        """A test prints nothing."""


@contextmanager
def collecting() -> Iterator[Collector]:
    with Collector() as collector:
        thread = Thread(target=collector.serve_forever, daemon=True)
        thread.start()
        yield collector
        collector.shutdown()
        thread.join(10)


def test_a_choice_is_one_trace_from_its_commit_to_the_pages(data: Path) -> None:
    with collecting() as collector:
        with Server(data, more=("--traces", collector.address)) as server:
            ann, bob = Visitor(server), Visitor(server)
            table = two_at_a_table(ann, bob)
            with ann.tab(table) as tab:
                tab.choose("left")
            server.interrupt()
        spans = collector.spans()
    chosen = next(span for span in spans if span.name == "choose")
    inside = {span.name: span for span in spans if span.parent_span_id == chosen.span_id}
    assert inside.keys() == {"commit", "tell"}
    about = {one.key: one.value.string_value for one in chosen.attributes}
    assert about == {"zashiki.table": table}
    assert any(span.name.startswith("POST new_table.") for span in spans)


def test_traces_tell_no_address_of_an_invitation(data: Path) -> None:
    with collecting() as collector:
        with Server(data, more=("--traces", collector.address)) as server:
            ann = Visitor(server)
            table = ann.open_table(**{"seat-0": "me", "seat-1": "open"})
            invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
            assert Visitor(server).get(f"/join/{invitation}").status_code == 200
            assert ann.get(f"/join/{invitation}x").status_code == 404
            server.interrupt()
        assert any(span.name.startswith("GET join.") for span in collector.spans())
        assert invitation.encode() not in b"".join(collector.sent)


def test_a_collector_that_is_not_there_disturbs_nobody(data: Path) -> None:
    with Server(data, more=("--traces", "http://127.0.0.1:9")) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob)
        assert ann.choose(table, "left").status_code == 200


def test_an_address_for_traces_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    ended = run(tmp_path, "serve", "--no-open", "--data", str(tmp_path / "data"), "--traces", "collector")
    assert ended.returncode == 2
    assert "is not an address for --traces" in ended.stderr
