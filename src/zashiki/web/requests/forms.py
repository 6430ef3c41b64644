"""Reading forms: their texts, their numbers, and an error for what can't be read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.datastructures import FormData
from starlette.requests import Request

from zashiki.web.errors import PageError, page_error
from zashiki.web.requests.addresses import number_of


@asynccontextmanager
async def form_data(request: Request) -> AsyncIterator[FormData]:
    """A form as it was sent, whose files are closed afterwards; raises PageError when it can't be read."""
    try:
        form = await request.form(max_files=1, max_fields=200)
    except UnicodeError:
        raise _unreadable() from None
    try:
        yield form
    finally:
        await form.close()


async def form_of(request: Request) -> dict[str, str]:
    """The texts of a form; of a field sent twice the last one counts."""
    async with form_data(request) as form:
        return {key: without_surrogates(value) for key, value in form.multi_items() if isinstance(value, str)}


def without_surrogates(text: str) -> str:
    """Replaces lone surrogates, which an odd encoding of a form may bring: UTF-8 can't express them."""
    return text.encode("utf-8", "replace").decode("utf-8")


def number_in(form: Mapping[str, str], field: str) -> int:
    """A whole number of a form; raises PageError when the field is not one."""
    number = number_of(form.get(field, ""))
    if number is None:
        raise _unreadable()
    return number


def _unreadable() -> PageError:
    return page_error(400, "web.bad-form")
