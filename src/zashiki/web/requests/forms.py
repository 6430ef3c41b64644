"""Reading forms: in UTF-8, their texts, their numbers, and an error for what can't be read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.types import Scope

from zashiki.web.errors import PageError, page_error
from zashiki.web.requests.addresses import number_of


def read_in_utf8(scope: Scope) -> None:
    """A form is read in UTF-8, as browsers send it, whatever charset the request names: some take minutes to decode."""
    scope["headers"] = [
        (name, _without_charset(value) if name == b"content-type" else value)
        for name, value in scope["headers"]
    ]


def _without_charset(content_type: bytes) -> bytes:
    kind, parameters = parse_options_header(content_type)
    boundary = parameters.get(b"boundary")
    return kind if boundary is None else kind + b'; boundary="' + boundary + b'"'


@asynccontextmanager
async def form_data(request: Request) -> AsyncIterator[FormData]:
    """A form as it was sent, whose files are closed afterwards."""
    form = await request.form(max_files=1, max_fields=200)
    try:
        yield form
    finally:
        await form.close()


async def form_of(request: Request) -> dict[str, str]:
    """The texts of a form; of a field sent twice the last one counts."""
    async with form_data(request) as form:
        return {key: value for key, value in form.multi_items() if isinstance(value, str)}


def number_in(form: Mapping[str, str], field: str) -> int:
    """A whole number of a form; raises PageError when the field is not one."""
    number = number_of(form.get(field, ""))
    if number is None:
        raise _unreadable()
    return number


def _unreadable() -> PageError:
    return page_error(400, "web.bad-form")
