"""Makes small wheels, and is itself a build backend: enough for a stand-in project that installs without a network."""

import base64
import hashlib
import zipfile
from pathlib import Path


def make_wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> Path:
    information = f"{name}-{version}.dist-info"
    contents = {
        **files,
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: tiny\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [_record_line(path, text) for path, text in contents.items()]
    contents[f"{information}/RECORD"] = "\n".join([*record, f"{information}/RECORD,,", ""])
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in contents.items():
            archive.writestr(path, text)
    return wheel


def _record_line(path: str, text: str) -> str:
    data = text.encode()
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}"


def build_editable(
    wheel_directory: str, config_settings: object = None, metadata_directory: object = None
) -> str:
    del config_settings, metadata_directory
    source = Path.cwd() / "src"
    return make_wheel(Path(wheel_directory), "zashiki", "0.1.0", {"zashiki.pth": f"{source}\n"}).name
