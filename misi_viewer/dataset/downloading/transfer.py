"""One file over HTTP: gone on with where it broke off, and checked before it takes its name."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPMessage
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

from misi_viewer import __version__
from misi_viewer.dataset.downloading.sources import RemoteFile
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import UserError

__all__ = ["Network", "fetch", "is_whole", "read_from_host", "read_small"]

PART: Final = ".part"

_CHUNK: Final = 1 << 18
_TRIES: Final = 5
_PATIENCE: Final = 30.0
"""Seconds without a byte."""

_PARTIAL, _GONE_BY = 206, 416


@dataclass(frozen=True, slots=True)
class Network:
    """How the net is used.

    Attributes
    ----------
    tries
        In a row without a byte, before one gives up.
    patience
        Seconds without a byte after which a try is over.
    sleep
        Waits some seconds.
    """

    tries: int = _TRIES
    patience: float = _PATIENCE
    sleep: Callable[[float], None] = time.sleep


class _Staying(urllib.request.HTTPRedirectHandler):
    """Follows nobody to another host."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        host, elsewhere = urlsplit(req.full_url).netloc, urlsplit(newurl).netloc
        if elsewhere != host:
            raise UserError(f"{host} sends one on to {elsewhere[:80]}, which was not asked for; nothing is fetched.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(*, stays: bool) -> urllib.request.OpenerDirector:
    """Return what opens addresses of the web and no others, wherever one is sent on to."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        _Staying() if stays else urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


@contextlib.contextmanager
def _opened(
    address: str, network: Network, start: int = 0, *, stays: bool = False
) -> Iterator[http.client.HTTPResponse]:
    headers = {"User-Agent": f"misi-viewer/{__version__}", "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    request = urllib.request.Request(address, headers=headers)  # noqa: S310  the opener knows http and https only
    with contextlib.closing(_opener(stays=stays).open(request, timeout=network.patience)) as response:
        yield response


def read_small(address: str, largest: int, network: Network) -> tuple[bytes, str]:
    """Return what an address answers, and its Link header.

    Raises
    ------
    UserError
        If it does not answer, or with more than `largest` bytes.
    """
    for left in reversed(range(network.tries)):
        try:
            with _opened(address, network) as response:
                data = response.read(largest + 1)
                if len(data) > largest:
                    raise UserError(f"{address} answers with more than {largest:,} bytes; nothing is fetched.")
                return data, response.headers.get("Link", "")
        except urllib.error.HTTPError as error:
            if error.code < 500 or not left:
                raise _refused(address, error) from None
        except (OSError, http.client.HTTPException) as error:
            if not left:
                raise _silent(address, error) from None
        network.sleep(_pause(network.tries - left))
    raise UserError(f"{address} does not answer.")


def read_from_host(address: str, largest: int, network: Network, watch: Watch = QUIET) -> bytes:
    """Return what an address answers by itself, without being sent to another host.

    Raises
    ------
    UserError
        If it does not answer, sends one elsewhere, or answers with more than `largest` bytes.
    CancelledError
        If the watch says so.
    """
    host, pieces, done = urlsplit(address).netloc, [], 0
    try:
        with _opened(address, network, stays=True) as response:
            total = int(response.headers.get("Content-Length") or 0)
            while piece := response.read1(_CHUNK):
                pieces.append(piece)
                done += len(piece)
                if max(done, total) > largest:
                    raise UserError(f"{address} answers with more than {largest:,} bytes; nothing is fetched.")
                watch.tell(f"Fetching from {host}", done, total)
            if done < total:
                raise UserError(f"{host} broke off after {done:,} of {total:,} bytes; try again.")
    except urllib.error.HTTPError as error:
        raise UserError(f"{address} answers {error.code} ({error.reason}).") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = str(getattr(error, "reason", None) or error)[:150]
        raise UserError(f"{host} does not answer ({reason}); look whether there is a network.") from None
    return b"".join(pieces)


def _pause(count: int) -> float:
    return float(min(2**count, 30))


def _refused(address: str, error: urllib.error.HTTPError) -> UserError:
    advice = "the data set may ask for a login, or have moved" if error.code in (401, 403, 404) else "try again later"
    return UserError(f"{address} answers {error.code} ({error.reason}); {advice}.")


def _silent(address: str, error: Exception) -> UserError:
    reason = getattr(error, "reason", None) or error
    return UserError(
        f"{urlsplit(address).netloc} does not answer ({str(reason)[:150]}); what was fetched is kept: call this again."
    )


def is_whole(path: Path, file: RemoteFile) -> bool:
    """Return whether a file on disk is the published one."""
    try:
        return path.stat().st_size == file.size and _hash_fits(path, file)
    except OSError:
        return False


def _hash_fits(path: Path, file: RemoteFile) -> bool:
    if not file.sha256 and not file.blob:
        return True
    digest = hashlib.sha256() if file.sha256 else hashlib.sha1(f"blob {file.size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as stream:
        while piece := stream.read(_CHUNK):
            digest.update(piece)
    return digest.hexdigest() == (file.sha256 or file.blob)


def fetch(address: str, file: RemoteFile, target: Path, network: Network, watch: Watch = QUIET) -> None:
    """Fetch a file, going on with what is there of it.

    Parameters
    ----------
    address
        Of the file.
    file
        Its size and hash.
    target
        Where it goes; what is not whole yet lies beside it.
    network
        How the net is used.
    watch
        Is told the bytes of this file, and may cancel; what was fetched is kept.

    Raises
    ------
    UserError
        If the net or the disk gives up, or the file is not the published one.
    CancelledError
        If the watch says so.
    """
    part = target.with_name(f"{target.name}{PART}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _fill(address, file, part, network, watch)
        if not is_whole(part, file):
            part.unlink()
            raise UserError(f"{target}: what was fetched is not the published file (its hash differs); fetch it again.")
        part.replace(target)
    except OSError as error:
        problem = f"it cannot be written ({error.strerror or error})"
        raise UserError(f"{target}: {problem}; make room, then call this again: it goes on where it was.") from None


def _fill(address: str, file: RemoteFile, part: Path, network: Network, watch: Watch) -> None:
    """Append to a file until it has its size; each try goes on where the last one ended."""
    if part.exists() and part.stat().st_size > file.size:
        part.unlink()
    left = network.tries
    while (size := part.stat().st_size if part.exists() else 0) < file.size or not part.exists():
        try:
            _append(address, file, part, size, network, watch)
            problem: Exception = ConnectionError("the connection ended early")
        except urllib.error.HTTPError as error:
            if error.code == _GONE_BY:
                part.unlink(missing_ok=True)
            elif error.code < 500:
                raise _refused(address, error) from None
            problem = error
        except (_NetworkError, http.client.HTTPException) as error:
            problem = error
        after = part.stat().st_size if part.exists() else 0
        if after >= file.size and part.exists():
            return
        left = network.tries if after > size else left - 1
        if left <= 0:
            raise _silent(address, problem)
        watch.tell(_what(file), after, file.size)
        network.sleep(_pause(network.tries - left))


class _NetworkError(Exception):
    """The net gave up; errors of the disk are others."""


def _what(file: RemoteFile) -> str:
    return f"Fetching {file.path}"


def _append(address: str, file: RemoteFile, part: Path, size: int, network: Network, watch: Watch) -> None:
    with contextlib.ExitStack() as stack:
        try:
            response = stack.enter_context(_opened(address, network, size))
        except urllib.error.HTTPError:
            raise
        except OSError as error:
            raise _NetworkError(getattr(error, "reason", error)) from None
        goes_on = size > 0 and response.status == _PARTIAL and _starts_at(response, size)
        with part.open("ab" if goes_on else "wb") as stream:
            done = size if goes_on else 0
            while piece := _read(response):
                done += len(piece)
                if done > file.size:
                    raise UserError(f"{address} sends more than the {file.size:,} bytes of the published file.")
                stream.write(piece)
                watch.tell(_what(file), done, file.size)
            stream.flush()
            os.fsync(stream.fileno())


def _read(response: http.client.HTTPResponse) -> bytes:
    try:
        return response.read1(_CHUNK)
    except OSError as error:
        raise _NetworkError(error) from None


def _starts_at(response: http.client.HTTPResponse, size: int) -> bool:
    """Return whether a partial answer begins where it was asked to."""
    return response.headers.get("Content-Range", "").startswith(f"bytes {size}-")
