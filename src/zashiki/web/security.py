"""Security of all responses: headers, same-origin checks and a limit for request bodies."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zashiki.web.requests.forms import read_in_utf8
from zashiki.web.requests.networks import answers_to

MAX_BODY: Final = 1_000_000
SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class BodyTooLarge(Exception):
    """The request body is larger than MAX_BODY."""


class SecurityMiddleware:
    """Answers a refused request with `refuse`, which finds the status (403, 404, 413 or 421) in `scope["refused"]`."""

    def __init__(self, app: ASGIApp, refuse: ASGIApp, allowed_hosts: frozenset[str]) -> None:
        self.app = app
        self.refuse = refuse
        self.allowed_hosts = allowed_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal:
                await send({"type": "websocket.close", "code": 1008})
            else:
                await self.app(scope, receive, send)
            return
        sending = _with_headers(send, secure=scope["scheme"] == "https")
        if refusal:
            await self.refuse({**scope, "refused": refusal}, receive, sending)
            return
        read_in_utf8(scope)
        try:
            await self.app(scope, _limited(receive), sending)
        except BodyTooLarge:
            await self.refuse({**scope, "refused": 413}, receive, sending)

    def _refusal(self, scope: Scope) -> int:
        """The status of what is refused before it is looked at; 0 for anything else."""
        headers = Headers(scope=scope)
        if not answers_to(headers.get("host", ""), self.allowed_hosts):
            return 421
        if "\0" in scope["path"]:  # a database may not even look for it
            return 404
        if scope.get("method") not in SAFE and not same_origin(scope):
            return 403
        length = headers.get("content-length", "0")
        return 0 if length.isdecimal() and int(length) <= MAX_BODY else 413


def same_origin(scope: Scope) -> bool:
    """Whether this came from one of our own pages; a client that sends neither header is not a browser."""
    headers = Headers(scope=scope)
    origin, host = headers.get("origin"), headers.get("host")
    if origin is not None:
        return origin in (f"http://{host}", f"https://{host}")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _limited(receive: Receive) -> Receive:
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY:
            raise BodyTooLarge
        return message

    return limited


def _with_headers(send: Send, secure: bool) -> Send:
    """`secure`: this came by HTTPS, so cookies are for HTTPS alone from now on."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if secure:
                message["headers"] = [_only_by_https(header) for header in message["headers"]]
        await send(message)

    return sending


def _only_by_https(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    name, value = header
    if name != b"set-cookie" or b"; secure" in value.lower():
        return header
    return name, value + b"; Secure"
