"""A real server in a process of its own, and people who visit it with real requests."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect, unix_connect

TOYS = Path(__file__).parent.parent / "toys"


class Listening(Protocol):
    """A server that visitors can reach."""

    data: Path
    address: str
    file: Path | None


class Server:
    """`zashiki serve` on a free port or at a socket file over a data folder; it has stopped when its `with` is left."""

    file: Path | None = None

    def __init__(
        self,
        data: Path,
        *,
        bot_pause: float = 0.0,
        port: int = 0,
        file: Path | None = None,
        tables_an_hour: int = 0,
        toys: Path | None = TOYS,
        allowed_host: str = "",
        more: tuple[str, ...] = (),
        variables: Mapping[str, str] | None = None,
        files: str = "",
    ) -> None:
        self.data = data
        data.mkdir(parents=True, exist_ok=True)
        self._said = data / "said.txt"
        path = [str(toys) if toys else "", os.environ.get("PYTHONPATH", "")]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, path)),
            "LC_ALL": "en_GB.UTF-8",
            "PYTHONUNBUFFERED": "1",
            **(variables or {}),
        }
        self.file = file
        where = ["--socket", str(file)] if file else ["--port", str(port)]
        command = [sys.executable, "-m", "zashiki.cli.main", "serve", *where, "--no-open"]
        command += ["--data", str(data), "--bot-pause", str(bot_pause)]
        command += ["--tables-an-hour", str(tables_an_hour)]
        command += ["--allowed-host", allowed_host] if allowed_host else []
        command += more
        if files:  # the limits that the system sets for it
            command = ["sh", "-c", f'ulimit {files}; exec "$@"', "sh", *command]
        with self._said.open("w", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                command,
                env=environment,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
        self.address = self._wait_for_address()

    def _wait_for_address(self) -> str:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            found = re.search(r"(http://\S+)/ | (/\S+) \(", self.said())
            if found:
                return found[1] or "http://localhost"
            time.sleep(0.05)
        raise AssertionError(self.said())

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_how: object) -> None:
        if self.process.poll() is None:
            self.interrupt()

    def said(self) -> str:
        return self._said.read_text(encoding="utf-8")

    def interrupt(self) -> str:
        """Ctrl-C; gives all that the server said."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)
        return self.said()

    def workers(self) -> list[int]:
        """The processes that the server has started for its bots."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(
            encoding="ascii"
        )
        return [int(child) for child in children.split()]

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self.process.kill()
        self.process.wait(timeout=20)


class Visitor:
    """A browser without scripts: cookies, pages, forms."""

    def __init__(self, server: Listening, language: str = "en") -> None:
        self.server = server
        self.client = httpx.Client(
            base_url=server.address,
            follow_redirects=True,
            headers={"accept-language": language},
            timeout=20,
            transport=httpx.HTTPTransport(uds=str(server.file)) if server.file else None,
        )
        weakref.finalize(
            self, self.client.close
        )  # an open connection is a warning in whatever test runs then

    def move_to(self, server: Listening) -> None:
        """The same browser, when the server has been started again elsewhere."""
        self.server = server
        self.client.base_url = server.address

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)

    def post(self, path: str, **form: object) -> httpx.Response:
        return self.client.post(path, data={key: str(value) for key, value in form.items()})

    def open_table(self, game: str = "lanterns", **form: str) -> str:
        """Opens a table with the form of the page, and gives its id."""
        response = self.post(f"/new/{game}", **form)
        assert response.status_code == 200, response.text
        return table_of(response)

    def choose(self, table: str, label: str, *, seat: int | None = None) -> httpx.Response:
        """Presses the button of that label on the table's page."""
        page = self.get(f"/t/{table}" + ("" if seat is None else f"?as={seat}")).text
        return self.post(f"/t/{table}/choose", action=buttons(page)[label], **hidden(page))

    def undo(self, table: str) -> httpx.Response:
        return self.post(f"/t/{table}/undo", **hidden(self.get(f"/t/{table}").text))

    def watch(self, table: str, query: str = "") -> ClientConnection:
        """The live connection of a table's page, which begins with the whole table."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.client.cookies.jar)
        address = self.server.address.replace("http", "ws")
        uri, headers = f"{address}/t/{table}/ws{query}", {"Cookie": cookies}
        if self.server.file:
            return unix_connect(str(self.server.file), uri, additional_headers=headers)
        return connect(uri, additional_headers=headers)

    def tab(self, table: str, query: str = "") -> Tab:
        """A page with scripts: it chooses over its live connection."""
        return Tab(self.watch(table, query))


class Tab:
    """An open page: what it was sent, and choices over its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket.__enter__()
        self.messages: list[dict[str, Any]] = []
        self.latest = ""
        """The last message as it came."""
        self._number = 0
        self.next()

    def __enter__(self) -> Tab:
        return self

    def __exit__(self, *_how: object) -> None:
        self.socket.close()

    def next(self, timeout: float = 20) -> dict[str, Any]:
        self.latest = str(self.socket.recv(timeout=timeout))
        self.messages.append(json.loads(self.latest))
        return self.messages[-1]

    def until(self, text: str, timeout: float = 20) -> None:
        """Waits until a region with this text comes."""
        while text not in "".join(self.next(timeout).get("regions", {}).values()):
            pass

    def shown(self, element: str) -> str:
        """The latest text of the region that holds this element."""
        for message in reversed(self.messages):
            for text in message.get("regions", {}).values():
                if f'id="{element}"' in text:
                    return str(text)
        raise AssertionError(f"never sent: {element}")

    def send(self, do: str, **fields: object) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        self._number += 1
        self.socket.send(json.dumps({"number": self._number, "do": do, **fields}))
        while (message := self.next()).get("answer") != self._number:
            pass
        return message

    def decide(self, do: str, action: int | None = None) -> dict[str, Any]:
        fields = hidden(self.shown("choice"))
        given = {"seat": int(fields["seat"]), "made": int(fields["made"]), "turn": fields["turn"]}
        return self.send(do, **given, **({} if action is None else {"action": action}))

    def choose(self, label: str) -> dict[str, Any]:
        return self.decide("choose", buttons(self.shown("choice"))[label])

    def undo(self) -> dict[str, Any]:
        return self.decide("undo")

    @property
    def sent(self) -> list[str]:
        """Everything that came, as text."""
        return [json.dumps(message, sort_keys=True) for message in self.messages]


def is_running(process: int) -> bool:
    """Whether a process still runs; one that has ended and waits to be collected does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def table_of(response: httpx.Response) -> str:
    found = re.search(r"/t/([a-z0-9]+)", str(response.url))
    assert found is not None, response.url
    return found[1]


def hidden(page: str) -> dict[str, str]:
    """What the form of the choices carries along."""
    form = page.split('id="choice"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', form))


def buttons(page: str) -> dict[str, int]:
    """Label -> action of every choice that the page lists."""
    form = page.split('id="choice"')[1].split("</form>")[0]
    found = re.findall(r'name="action" value="(\d+)"[^>]*>(.*?)</button>', form, re.DOTALL)
    return {
        unescape(re.sub(r"<span.*?</span>|<[^>]+>", "", label)).strip(): int(action)
        for action, label in found
    }


def without_names(text: str, table: str, turn: str) -> str:
    """What a page was sent, without what differs between two tables by its very nature."""
    named = text.replace(table, "TABLE").replace(turn, "TURN")
    return re.sub(r'data-state="\w+"', 'data-state="STATE"', named)


def log_of(page: str) -> list[str]:
    """The lines of the log, the first one first."""
    part = page.split('id="log-title"')[1].split("</section>")[0]
    lines = re.findall(r"<li[^>]*>(?:<svg.*?</svg>)?<a[^>]*>(.*?)</a>", part, re.DOTALL)
    return [unescape(line).strip() for line in lines][::-1]
