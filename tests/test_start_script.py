"""The start script, run for real on a stand-in project: real environments, real installers, no network."""

import ast
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.checks import WORKERS
from tests.tiny_wheel import make_wheel

REPOSITORY = Path(__file__).parent.parent
SCRIPT = REPOSITORY / "zashiki"
MESSAGES = REPOSITORY / "requirements" / "messages.json"
BASE_PYTHON: str = getattr(sys, "_base_executable", sys.executable)
CLOSED_PORT = "http://127.0.0.1:9/simple"
TOOLS = ["uv", "pip"]
PATIENCE = 240
"""Seconds that a set-up may take on a busy machine."""

PYPROJECT = """\
[build-system]
requires = []
build-backend = "tiny_wheel"
backend-path = ["."]

[project]
name = "zashiki"
version = "0.1.0"
"""

PROGRAM = """\
import sys, tiny_library
print(tiny_library.GREETING, *sys.argv[1:], sep="|")
sys.exit(7 if "lose" in sys.argv else 0)
"""


class Project:
    """A copy of the script beside the smallest project that it can set up and start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.wheels = folder / "wheels"
        self.programs = folder / "programs"
        self.environment = {
            "PATH": str(self.programs),
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_NO_CACHE_DIR": "1",
            "UV_NO_CONFIG": "1",
            "UV_OFFLINE": "1",
            "UV_FIND_LINKS": str(self.wheels),
            "UV_CACHE_DIR": str(folder / "uv-cache"),
        }
        program = self.folder / "src" / "zashiki"
        for new in (program, self.folder / "requirements", self.wheels, self.programs):
            new.mkdir(parents=True)
        shutil.copy(SCRIPT, self.folder)
        shutil.copy(MESSAGES, self.folder / "requirements")
        shutil.copy(Path(__file__).with_name("tiny_wheel.py"), self.folder)
        (self.folder / "pyproject.toml").write_text(PYPROJECT)
        (program / "__main__.py").write_text(PROGRAM)
        self.require("run", "tiny_library", "1.0", {"tiny_library.py": "GREETING = 'hello'\n"})
        self.use("uv")

    def use(self, tool: str) -> None:
        uv = self.programs / "uv"
        uv.unlink(missing_ok=True)
        if tool == "uv":
            found = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
            uv.symlink_to(found)

    def require(self, requirements: str, name: str, version: str, files: dict[str, str]) -> None:
        wheel = make_wheel(self.wheels, name, version, files)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        line = f"{name}=={version} \\\n    --hash=sha256:{digest}\n"
        (self.folder / "requirements" / f"{requirements}.txt").write_text(line)

    def lose_the_network(self) -> None:
        shutil.rmtree(self.wheels)
        del self.environment["PIP_NO_INDEX"], self.environment["PIP_FIND_LINKS"]
        del self.environment["UV_OFFLINE"], self.environment["UV_FIND_LINKS"]
        self.environment |= {
            "PIP_INDEX_URL": CLOSED_PORT,
            "UV_INDEX_URL": CLOSED_PORT,
            "UV_DEFAULT_INDEX": CLOSED_PORT,
            "UV_HTTP_RETRIES": "0",
        }

    def hide_from_python(self, *modules: str) -> None:
        hiding = self.folder.parent / "hiding"
        hiding.mkdir()
        lines = [f"sys.modules[{module!r}] = None" for module in modules]
        (hiding / "sitecustomize.py").write_text("\n".join(["import sys", *lines]))
        self.environment["PYTHONPATH"] = str(hiding)

    @property
    def command(self) -> list[str]:
        return [BASE_PYTHON, str(self.folder / "zashiki")]

    @property
    def stamp(self) -> Path:
        return self.folder / ".venv" / "zashiki-stamp.json"

    def start(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*self.command, *arguments],
            env=self.environment | environment,
            cwd=self.folder.parent,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def start_in_background(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*self.command, *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def read_until(process: "subprocess.Popen[str]", text: str) -> None:
    """Reads what the process says up to a line with this text, of which installers may say any number before."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        if text in line:
            return
        said.append(line)
    raise AssertionError(f"{text!r} was not said, but: {''.join(said)}")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture
def ready(project: Project) -> Project:
    assert project.start("setup").returncode == 0
    return project


@pytest.fixture
def locked(project: Project) -> Iterator[Project]:
    """As if another start were setting up."""
    (project.folder / ".venv").mkdir()
    with (project.folder / ".venv" / "zashiki.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield project


def assert_plain_refusal(result: "subprocess.CompletedProcess[str]", *parts: str) -> None:
    assert result.returncode == 1
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for part in parts:
        assert part in result.stderr


# Setting up


@pytest.mark.parametrize("tool", TOOLS)
def test_the_first_start_sets_up_and_passes_the_arguments_on(project: Project, tool: str) -> None:
    project.use(tool)
    result = project.start("play", "two words", "--lang=pl")
    assert result.stdout == "hello|play|two words|--lang=pl\n"
    assert result.returncode == 0
    assert f"with {tool} ..." in result.stderr


def test_the_program_decides_the_exit_status(ready: Project) -> None:
    assert ready.start("lose").returncode == 7


def test_the_second_start_installs_nothing(ready: Project) -> None:
    ready.lose_the_network()
    ready.hide_from_python("pip", "ensurepip", "venv")
    result = ready.start("again")
    assert result.stdout == "hello|again\n"
    assert result.stderr == ""


def test_changed_requirements_are_installed(ready: Project) -> None:
    ready.require("run", "tiny_library", "1.1", {"tiny_library.py": "GREETING = 'hello again'\n"})
    assert ready.start().stdout == "hello again\n"


def test_a_library_with_another_hash_is_refused(project: Project) -> None:
    make_wheel(project.wheels, "tiny_library", "1.0", {"tiny_library.py": "GREETING = 'tampered'\n"})
    assert_plain_refusal(project.start(), "hash", "The set-up failed")


@pytest.mark.parametrize("tool", TOOLS)
def test_changed_project_is_installed_without_fetching_libraries(ready: Project, tool: str) -> None:
    ready.use(tool)
    ready.lose_the_network()
    (ready.folder / "pyproject.toml").write_text(PYPROJECT + 'description = "changed"\n')
    assert ready.start().stdout == "hello\n"
    assert ready.start().stderr == ""


def test_more_requirements_are_set_up_by_name(ready: Project) -> None:
    ready.require("extra", "tiny_extra", "1.0", {"tiny_extra.py": ""})
    assert ready.start("setup", "extra").returncode == 0
    python = ready.folder / ".venv" / "bin" / "python"
    assert subprocess.call([python, "-c", "import tiny_extra, tiny_library"], timeout=PATIENCE) == 0


def test_what_was_added_by_name_stays_set_up(ready: Project) -> None:
    ready.require("extra", "tiny_extra", "1.0", {"tiny_extra.py": "VERSION = 1\n"})
    assert ready.start("setup", "extra").returncode == 0
    again = ready.start("again")
    assert (again.stdout, again.stderr) == ("hello|again\n", "")
    ready.require("extra", "tiny_extra", "1.1", {"tiny_extra.py": "VERSION = 2\n"})
    assert ready.start().stdout == "hello\n"
    python = ready.folder / ".venv" / "bin" / "python"
    newest = "import tiny_extra; assert tiny_extra.VERSION == 2"
    assert subprocess.call([python, "-c", newest], timeout=PATIENCE) == 0


@pytest.mark.parametrize("name", ["nonesuch", "--help", "../run"])
def test_what_can_not_be_set_up_is_refused_with_what_can(project: Project, name: str) -> None:
    assert_plain_refusal(project.start("setup", name), f"“{name}” can't be set up; available: run.")


@pytest.mark.parametrize("missing", ["requirements/run.txt", "requirements/messages.json", "pyproject.toml"])
def test_a_copy_that_is_not_whole_is_told(project: Project, missing: str) -> None:
    (project.folder / missing).unlink()
    assert_plain_refusal(project.start(), missing, "whole copy of the project")


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"place": 3}'])
def test_a_damaged_stamp_is_redone(ready: Project, damage: str) -> None:
    ready.stamp.write_text(damage)
    result = ready.start()
    assert result.stdout == "hello\n"
    assert "making" in result.stderr


def test_a_half_made_environment_is_redone(project: Project) -> None:
    (project.folder / ".venv" / "bin").mkdir(parents=True)
    (project.folder / ".venv" / "bin" / "python").symlink_to("missing")
    assert project.start().stdout == "hello\n"


@pytest.mark.parametrize("moment", ["Setting up", "Installing"])
def test_a_killed_set_up_is_redone(project: Project, moment: str) -> None:
    process = project.start_in_background()
    read_until(process, moment)
    process.kill()
    process.communicate(timeout=PATIENCE)
    result = project.start()
    assert result.stdout == "hello\n"
    assert "making" in result.stderr


@pytest.mark.parametrize("tool", TOOLS)
def test_an_interrupted_set_up_is_redone(project: Project, tool: str) -> None:
    project.use(tool)
    process = project.start_in_background()
    read_until(process, "Installing")
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (130, "")
    assert "Interrupted. The next start sets up anew." in error
    assert "Traceback" not in error
    assert project.start().stdout == "hello\n"


def test_a_moved_folder_is_set_up_anew(ready: Project) -> None:
    ready.folder = ready.folder.rename(ready.folder.with_name("moved"))
    result = ready.start()
    assert result.stdout == "hello\n"
    assert "making" in result.stderr
    assert ready.start().stderr == ""


@pytest.mark.parametrize("locale", ["C", "pl_PL.UTF-8", "xx_XX"])
def test_a_folder_with_blanks_and_polish_letters_does_in_every_locale(project: Project, locale: str) -> None:
    project.folder = project.folder.rename(project.folder.with_name("zażółć gęślą jaźń"))
    del project.environment["LANG"]
    assert project.start("play", LC_ALL=locale).stdout == "hello|play\n"
    again = project.start("again", LC_ALL=locale)
    assert (again.stdout, again.stderr) == ("hello|again\n", "")


def test_it_is_started_by_a_link_from_anywhere(ready: Project, tmp_path: Path) -> None:
    link = tmp_path / "a link"
    link.symlink_to(ready.folder / "zashiki")
    result = subprocess.run(
        [BASE_PYTHON, str(link), "linked"],
        env=ready.environment,
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (result.stdout, result.stderr) == ("hello|linked\n", "")


def test_an_environment_whose_python_is_gone_is_redone(ready: Project) -> None:
    python = ready.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nonexistent/python3")
    assert ready.start().stdout == "hello\n"


# Two starts at once


def test_two_first_starts_at_once_set_up_once(project: Project) -> None:
    both = [project.start_in_background(name) for name in ("one", "two")]
    outputs = [process.communicate(timeout=PATIENCE) for process in both]
    assert [out for out, _ in outputs] == ["hello|one\n", "hello|two\n"]
    assert "".join(error for _, error in outputs).count("making") == 1


def test_a_start_waits_for_the_other_one(locked: Project) -> None:
    process = locked.start_in_background()
    read_until(process, "waiting")
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert output == ""
    assert error.strip() == "Interrupted. The next start sets up anew."


# What the machine lacks


def test_pip_is_enough_without_ensurepip(project: Project) -> None:
    project.use("pip")
    project.hide_from_python("ensurepip")
    assert project.start().stdout == "hello\n"


def assert_started_if_there_is_ensurepip(result: "subprocess.CompletedProcess[str]", said: str) -> None:
    """Debian's Python has neither of them without python3-venv."""
    look = subprocess.run([BASE_PYTHON, "-c", "import ensurepip"], capture_output=True, timeout=PATIENCE)
    if look.returncode == 0:
        assert result.stdout == said
    else:
        assert_plain_refusal(result, "apt install python3-pip")


def test_ensurepip_is_enough_without_pip(project: Project) -> None:
    project.use("pip")
    project.hide_from_python("pip")
    assert_started_if_there_is_ensurepip(project.start(), "hello\n")


def test_pip_is_added_to_an_environment_that_uv_made(ready: Project) -> None:
    ready.use("pip")
    ready.hide_from_python("pip")
    ready.require("run", "tiny_library", "1.1", {"tiny_library.py": "GREETING = 'hello again'\n"})
    assert_started_if_there_is_ensurepip(ready.start(), "hello again\n")


def test_uv_is_enough_without_pip_and_venv(project: Project) -> None:
    project.hide_from_python("pip", "ensurepip", "venv")
    assert project.start().stdout == "hello\n"


def test_a_broken_uv_is_passed_over(project: Project) -> None:
    project.use("pip")
    broken = project.programs / "uv"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert project.start().stdout == "hello\n"


def test_no_installer(project: Project) -> None:
    project.use("pip")
    project.hide_from_python("pip", "ensurepip")
    assert_plain_refusal(project.start(), "pip 22.3", "apt install python3-pip")


def test_no_venv_module(project: Project) -> None:
    project.use("pip")
    project.hide_from_python("venv")
    assert_plain_refusal(project.start(), "no venv module", "apt install python3-venv")


@pytest.mark.parametrize("tool", TOOLS)
def test_no_network_on_the_first_start(project: Project, tool: str) -> None:
    project.use(tool)
    project.lose_the_network()
    assert_plain_refusal(project.start(), "The first start needs the network", "tiny")
    assert project.start().returncode == 1


def test_no_network_leaves_an_older_set_up_usable(ready: Project) -> None:
    older = (ready.folder / "requirements" / "run.txt").read_text()
    ready.require("run", "tiny_library", "1.1", {"tiny_library.py": ""})
    ready.lose_the_network()
    assert_plain_refusal(ready.start(), "needs the network")
    assert_plain_refusal(ready.start(), "needs the network")
    (ready.folder / "requirements" / "run.txt").write_text(older)
    assert ready.start().stdout == "hello\n"


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        ("C.UTF-8", "Python 3.11 or newer is needed, this is 3.9.2."),
        ("pl_PL.UTF-8", "Potrzebny jest Python 3.11 lub nowszy, a to jest 3.9.2."),
        ("fr_FR.UTF-8", "Il faut Python 3.11 ou plus récent, celui-ci est 3.9.2."),
    ],
)
def test_an_old_python_says_so_in_the_readers_language(project: Project, locale: str, sentence: str) -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1], run_name='__main__')"
    )
    result = subprocess.run(
        [BASE_PYTHON, "-c", pretend, str(project.folder / "zashiki")],
        env=project.environment | {"LANG": locale, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert_plain_refusal(result, sentence)
    assert not (project.folder / ".venv").exists()


def test_an_old_python_can_read_the_script() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_the_script_is_short() -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= 250


def test_everything_that_the_script_says_exists_in_three_languages() -> None:
    messages = json.loads(MESSAGES.read_text(encoding="utf-8"))
    sources = [SCRIPT, REPOSITORY / "tests" / "checks.py"]
    code = "".join(source.read_text(encoding="utf-8") for source in sources)
    assert set(re.findall(r'(?:words|Problem)\("([a-z-]+)"', code)) <= set(messages)
    assert [key for key in messages if f'"{key}"' not in code] == []
    for key, texts in messages.items():
        assert set(texts) == {"en", "pl", "fr"}, key
        figures = {language: sorted(re.findall(r"{\w+}", text)) for language, text in texts.items()}
        assert figures["en"] == figures["pl"] == figures["fr"], key


# Where it is set up


def test_another_place_for_the_environment(project: Project, tmp_path: Path) -> None:
    place = tmp_path / "else where" / "environment"
    assert project.start(ZASHIKI_VENV=str(place)).stdout == "hello\n"
    assert (place / "pyvenv.cfg").exists()
    assert not (project.folder / ".venv").exists()


def test_a_folder_with_other_things_is_left_alone(project: Project, tmp_path: Path) -> None:
    place = tmp_path / "precious"
    place.mkdir()
    (place / "letter").write_text("dear")
    assert_plain_refusal(project.start(ZASHIKI_VENV=str(place)), "left alone", "ZASHIKI_VENV")
    assert [file.name for file in place.iterdir()] == ["letter"]


def test_a_file_in_the_way(project: Project) -> None:
    (project.folder / ".venv").write_text("")
    assert_plain_refusal(project.start(), ".venv is in the way")


def test_a_read_only_folder(project: Project) -> None:
    if os.geteuid() == 0:
        result = project.start(ZASHIKI_VENV="/sys/kernel/zashiki")
    else:
        project.folder.chmod(0o555)
        result = project.start()
        project.folder.chmod(0o755)
    assert_plain_refusal(result, "cannot be written", "ZASHIKI_VENV=")


# ./zashiki test


def stand_in_check(name: str) -> str:
    return (
        "import os, sys\n"
        "def lint_imports_command():\n"
        f"    print({name!r}, *sys.argv[1:])\n"
        f"    sys.exit(1 if {name!r} in os.environ.get('FAILING', '') else 0)\n"
        "if __name__ == '__main__':\n"
        "    lint_imports_command()\n"
    )


@pytest.fixture
def checked(project: Project) -> Project:
    files = {f"{name}.py": stand_in_check(name) for name in ("ruff", "mypy", "bandit", "pytest")}
    files |= {"importlinter/__init__.py": "", "importlinter/cli.py": stand_in_check("importlinter")}
    project.require("test", "tiny_checks", "1.0", files)
    (project.folder / "tests").mkdir()
    shutil.copy(REPOSITORY / "tests" / "checks.py", project.folder / "tests")
    return project


def test_every_check_runs_and_pytest_speaks_last(checked: Project) -> None:
    result = checked.start("test", "-k", "well")
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert [line[:5] for line in lines[:6]] == ["[1/6]", "[2/6]", "[3/6]", "[4/6]", "[5/6]", "[6/6]"]
    assert all("passed in" in line for line in lines[:5])
    assert lines[6:] == [f"pytest -n {WORKERS} --dist worksteal -k well"]


@pytest.mark.parametrize(
    ("failing", "named"),
    [
        ("ruff", "ruff check, ruff format"),
        ("mypy", "mypy"),
        ("importlinter", "import-linter"),
        ("bandit", "bandit"),
    ],
)
def test_a_failing_check_is_named_before_pytest_and_fails_the_whole(
    checked: Project, failing: str, named: str
) -> None:
    result = checked.start("test", FAILING=failing)
    assert result.returncode == 1
    assert result.stdout.splitlines()[-3:] == [
        f"Failed so far: {named}",
        "[6/6] pytest",
        f"pytest -n {WORKERS} --dist worksteal",
    ]


def test_failing_tests_fail_the_whole(checked: Project) -> None:
    assert checked.start("test", FAILING="pytest").returncode == 1
