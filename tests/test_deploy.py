"""The files of `deploy/`: their commands are started as they stand there, but for ports, folders and the names of other machines.

Containers and units themselves are not started: what runs them is not on every machine.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import click
import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from psycopg.conninfo import conninfo_to_dict

from tests.databases import Postgres
from tests.faults.proxy import CuttingProxy, to_address
from tests.toys.lanterns.labels import NAMES
from tests.web.fleet import THREE_SEATS, Page, check_answers, until_ended
from tests.web.visitor import TOYS, Visitor
from zashiki.cli.main import all_commands
from zashiki.store.postgres import PostgresStore
from zashiki.words import Words

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
PROGRAM = Path(sys.executable).with_name("zashiki")
NAME = "play.example"
PATIENCE = 60.0


def compose() -> dict[str, Any]:
    """The compose file, its variables filled in."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    text = text.replace("${ZASHIKI_NAME:?}", NAME).replace("${POSTGRES_PASSWORD:?}", "secret")
    assert "${" not in text
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def unit() -> dict[str, str]:
    lines = (DEPLOY / "zashiki.service").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if re.match(r"\w+=", line))


def image() -> dict[str, str]:
    """The last line of each kind."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
    return dict(line.split(" ", 1) for line in text.splitlines() if re.match(r"[A-Z]+ ", line))


def commands() -> list[list[str]]:
    """Every command line of the program in those files."""
    services = compose()["services"].values()
    lines = [service["command"].split() for service in services if "command" in service]
    program, _, rest = unit()["ExecStart"].partition(" ")
    assert Path(program).name == "zashiki"
    return [*lines, rest.split(), re.findall(r'"([^"]+)"', image()["CMD"])]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_a_command_line_is_one_that_the_program_understands(words: list[str]) -> None:
    group = all_commands(Words("en"))
    command = group.get_command(click.Context(group), words[0])
    assert command is not None
    command.make_context(words[0], words[1:])


def test_there_is_one_for_a_server_a_worker_a_unit_and_an_image() -> None:
    assert [words[0] for words in commands()] == ["serve", "worker", "serve", "serve"]


def test_files_that_are_named_exist() -> None:
    built = compose()["services"]["server"]["build"]
    context = (DEPLOY / built["context"]).resolve()
    assert context == ROOT
    assert (context / built["dockerfile"]).is_file()
    named = re.findall(r"\brequirements/\S+", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
    assert sorted(named) == ["requirements/compile.txt", "requirements/server.txt"]
    assert all((ROOT / path).is_file() for path in named)
    for volume in compose()["services"]["proxy"]["volumes"]:
        path = volume.split(":")[0]
        assert (DEPLOY / path).is_file() if path.startswith(".") else path in compose()["volumes"]


def test_an_image_holds_no_repository_and_no_environment_of_the_machine_that_builds_it() -> None:
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv"} <= set(left_out)
    needed = {"src", "requirements", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"}
    assert not needed & set(left_out)


def test_the_file_with_the_password_stays_out_of_the_image_and_the_repository() -> None:
    """Compose reads `.env` beside its file; the image leaves out that whole folder."""
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert "deploy" in (ROOT / ".dockerignore").read_text(encoding="utf-8").split()


def test_one_image_is_built_for_servers_and_workers_and_never_pulled() -> None:
    """Built for each of them, it would be two images, of which the next `up` takes the later one and starts all of the other anew;
    pulled, it would be whatever a registry has under that name."""
    services = compose()["services"]
    assert [name for name, service in services.items() if "build" in service] == ["server"]
    ours = [service for service in services.values() if service["image"] == services["server"]["image"]]
    assert [service["pull_policy"] for service in ours] == ["never", "never"]


def test_two_servers_are_started_by_docker_and_podman() -> None:
    """podman-compose passes by `deploy: {replicas: 2}`."""
    services = compose()["services"]
    assert services["server"]["scale"] == 2
    assert not any("deploy" in service for service in services.values())


def test_a_password_may_have_any_characters() -> None:
    """In an address `@`, `/` and others mean something else."""
    services = compose()["services"]
    made = services["database"]["environment"]
    for service in (services["server"], services["worker"]):
        address = conninfo_to_dict(service["environment"]["ZASHIKI_DATABASE"])
        assert address == {"user": made["POSTGRES_USER"], "host": "database", "dbname": made["POSTGRES_USER"]}
        assert service["environment"]["PGPASSWORD"] == made["POSTGRES_PASSWORD"]


def test_the_database_is_ready_when_servers_can_reach_it() -> None:
    """At its first start the image runs PostgreSQL at a Unix socket alone, makes the database, and stops it again."""
    test = compose()["services"]["database"]["healthcheck"]["test"]
    assert test[:4] == ["CMD", "pg_isready", "--host", "127.0.0.1"]


def test_http3_that_caddy_offers_can_be_reached() -> None:
    assert {"443:443", "443:443/udp"} <= set(compose()["services"]["proxy"]["ports"])


def test_services_that_are_waited_for_say_how_they_are() -> None:
    services = compose()["services"]
    for service in services.values():
        for other, wait in service.get("depends_on", {}).items():
            assert wait["condition"] != "service_healthy" or "healthcheck" in services[other]


def run_quietly(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, check=False, timeout=PATIENCE, capture_output=True, text=True, env=env)


def test_the_image_starts_the_program_as_the_user_that_it_makes() -> None:
    assert image()["ENTRYPOINT"] == '["zashiki"]'
    assert image()["USER"] in image()["RUN"].split()


def test_systemd_understands_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    """Where there is no systemd, its sections are all that is looked at. Exposure is told from 0 to 100."""
    text = (DEPLOY / "zashiki.service").read_text(encoding="utf-8")
    assert re.findall(r"^\[(\w+)\]", text, re.MULTILINE) == ["Unit", "Service", "Install"]
    verify = shutil.which("systemd-analyze")
    if verify is None:
        return
    copy = tmp_path / "zashiki.service"
    copy.write_text(text.replace(unit()["ExecStart"].split()[0], str(PROGRAM)), encoding="utf-8")
    understood = run_quietly(verify, "verify", "--man=no", str(copy))
    assert copy.name not in understood.stderr, understood.stderr
    closed = run_quietly(verify, "security", "--offline=true", "--threshold=20", "--no-pager", str(copy))
    assert closed.returncode == 0, closed.stdout


def test_caddy_understands_its_file_and_passes_by_who_is_gone(tmp_path: Path) -> None:
    """Servers that are looked up by name are not asked how they are, so one that does not answer has to be left out by that alone.
    Where there is no Caddy, that is all that is looked at."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "dynamic a server 8080" in text
    assert "health_uri" not in text
    assert {"lb_try_duration", "fail_duration"} <= set(text.split())
    program = shutil.which("caddy")
    if program is None:
        return
    environment = {**os.environ, "ZASHIKI_NAME": NAME, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    ended = run_quietly(
        program, "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile", env=environment
    )
    assert ended.returncode == 0, ended.stderr


class Process:
    """A command of one of the files."""

    def __init__(self, words: list[str], said: Path, changes: dict[str, str], **variables: str) -> None:
        self.words = [changes.get(word, word) for word in words]
        missing = changes.keys() - set(words)
        assert not missing, f"not in the command line: {missing}"
        environment = {**os.environ, "PYTHONPATH": str(TOYS), "LC_ALL": "C.UTF-8", **variables}
        with said.open("w", encoding="utf-8") as file:
            self._process = subprocess.Popen(
                [str(PROGRAM), *self.words], env=environment, stdout=file, stderr=file
            )
        self._said = said

    @property
    def address(self) -> str:
        return "http://127.0.0.1:" + self.words[self.words.index("--port") + 1]

    @property
    def metrics(self) -> str:
        return "http://" + self.words[self.words.index("--metrics") + 1]

    def until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self._ready():
            assert self._process.poll() is None, self._said.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, self._said.read_text(encoding="utf-8")
            time.sleep(0.1)

    def _ready(self) -> bool:
        address = self.address if "--port" in self.words else self.metrics
        try:
            return httpx.get(f"{address}/readyz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)


def free_port() -> str:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return str(asking.getsockname()[1])


@contextmanager
def composed(url: str, folder: Path) -> Iterator[tuple[list[Process], list[Process]]]:
    """Three servers and two workers, as compose starts them with `--scale server=3 --scale worker=2`."""
    services = compose()["services"]
    assert (
        set(services["server"]["environment"])
        == {"ZASHIKI_DATABASE", "PGPASSWORD"}
        == set(services["worker"]["environment"])
    )
    with ExitStack() as held:
        workers, servers = [], []
        for number in range(2):
            changes = {"0.0.0.0:9100": f"127.0.0.1:{free_port()}"}
            words = services["worker"]["command"].split()
            workers.append(Process(words, folder / f"worker{number}.txt", changes, ZASHIKI_DATABASE=url))
            held.callback(workers[-1].stop)
        for number in range(3):
            changes = {"8080": free_port(), "0.0.0.0:9100": f"127.0.0.1:{free_port()}", "10": "0"}
            words = services["server"]["command"].split()
            servers.append(Process(words, folder / f"server{number}.txt", changes, ZASHIKI_DATABASE=url))
            held.callback(servers[-1].stop)
        for process in (*servers, *workers):
            process.until_ready()
        yield servers, workers


def healthy(process: Process) -> bool:
    """What the compose file asks a server or a worker."""
    kind, place = ("server", "8080") if process.words[0] == "serve" else ("worker", "9100")
    test = compose()["services"][kind]["healthcheck"]["test"]
    assert test[:2] == ["CMD", "python"]
    address = process.address if kind == "server" else process.metrics
    asked = [sys.executable, *test[2:-1], test[-1].replace(f"http://127.0.0.1:{place}", address)]
    return subprocess.run(asked, check=False, timeout=PATIENCE, stderr=subprocess.DEVNULL).returncode == 0


def at_the_proxy(proxy: CuttingProxy) -> Visitor:
    visitor = Visitor(proxy)
    visitor.client.headers["host"] = NAME
    return visitor


def sit_down(proxy: CuttingProxy) -> tuple[str, list[Visitor]]:
    ann, bob = at_the_proxy(proxy), at_the_proxy(proxy)
    table = ann.open_table(**THREE_SEATS)
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    assert bob.post(f"/join/{invitation}", seat=1, name="Bob").status_code == 200
    return table, [ann, bob]


async def test_what_compose_starts_plays_on_when_a_server_is_killed(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Two people and a bot, behind a proxy that knows all servers."""
    url, chance = postgres.new_database(), Random(time.time())
    store = PostgresStore(url)
    with ExitStack() as held:
        servers, workers = await asyncio.to_thread(held.enter_context, composed(url, tmp_path))
        assert all([await asyncio.to_thread(healthy, process) for process in (*servers, *workers)])
        proxy = CuttingProxy(to_address(lambda: chance.choice(servers).address))
        await proxy.start()
        table, visitors = await asyncio.to_thread(sit_down, proxy)
        pages = [Page([proxy.address], 0, table, visitor, chance) for visitor in visitors]
        playing = [asyncio.create_task(page.play()) for page in pages]
        try:
            while not any(page.answered for page in pages):
                await asyncio.sleep(0.01)
            killed = chance.choice(servers)
            killed.kill()
            assert not await asyncio.to_thread(healthy, killed)
            await until_ended(store, [table])
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await proxy.stop()
        for seat, page in enumerate(pages):
            assert await check_answers(store, page, seat, list(NAMES)) > 2
    await store.close()


def test_the_unit_lets_a_server_open_a_file_for_every_connection() -> None:
    """systemd begins with 1,024."""
    assert int(unit()["LimitNOFILE"]) >= 65536


def test_what_the_unit_starts_answers_to_its_name_alone(tmp_path: Path) -> None:
    words = unit()["ExecStart"].split()[1:]
    assert unit()["StateDirectory"] == Path(words[words.index("--data") + 1]).name
    changes = {"/var/lib/zashiki": str(tmp_path / "data"), "8080": free_port()}
    server = Process(words, tmp_path / "said.txt", changes)
    try:
        server.until_ready()
        assert httpx.get(server.address, headers={"host": NAME}, timeout=20).status_code == 200
        assert httpx.get(server.address, headers={"host": "elsewhere.example"}, timeout=20).status_code == 421
    finally:
        server.stop()
