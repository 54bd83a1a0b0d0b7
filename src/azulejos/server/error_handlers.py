"""Exception handlers: errors as HTTP answers with a code and a localized sentence."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from azulejos.engine.errors import AzulejosError
from azulejos.i18n import negotiate, words_in
from azulejos.server.errors import RETRY_AFTER, STATUS, ServiceError
from azulejos.server.release import RELEASES
from azulejos.server.storage_errors import report, storage_error
from azulejos.session.errors import TableError


def error_body(request: Request, error: AzulejosError) -> dict[str, object]:
    """An error in the client's language."""
    language = negotiate(request.headers.get("accept-language"))
    return {
        "code": error.code,
        "text": words_in(language).error(error),
        "parameters": {name: str(value) for name, value in error.parameters.items()},
    }


def refuse(request: Request, error: AzulejosError) -> JSONResponse:
    """The answer to a refused request."""
    if hub := getattr(request.app.state, "hub", None):  # None before the service has started
        hub.metrics.refusals[error.code] += 1
    body = error_body(request, error)
    # The rules have codes of their own, some of them the same: what they refuse is a bad request.
    own = isinstance(error, ServiceError | TableError)
    status = STATUS.get(error.code, 400) if own else 400
    headers = {"Retry-After": str(RETRY_AFTER)} if status in (429, 503) else {}
    return JSONResponse(body, status, headers)


def _is_navigation(request: Request) -> bool:
    """Whether a browser navigates to a missing page: the page itself then says so."""
    wants_page = "text/html" in request.headers.get("accept", "")
    return wants_page and not request.url.path.startswith(("/api/", "/assets/", "/web/"))


def install(app: FastAPI) -> None:
    """Register the handlers."""

    @app.exception_handler(AzulejosError)
    async def ours(request: Request, error: AzulejosError) -> JSONResponse:
        return refuse(request, error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        reason = f"{place}: {first['msg']}" if place else first["msg"]
        return refuse(request, ServiceError("bad-request", reason=reason))

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and _is_navigation(request):
            release = RELEASES.present()
            headers = {"Content-Security-Policy": release.policy}
            return HTMLResponse(release.document("").content, 404, headers)
        if error.status_code == 404:
            return refuse(request, ServiceError("no-such-page"))
        answer = refuse(request, ServiceError("bad-request", reason=error.detail))
        answer.status_code = error.status_code
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(SQLAlchemyError)
    async def not_stored(request: Request, error: SQLAlchemyError) -> JSONResponse:
        report(error)
        return refuse(request, storage_error(error))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
        return refuse(request, ServiceError("failed"))
