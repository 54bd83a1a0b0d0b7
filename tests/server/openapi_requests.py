"""The requests of `test_openapi`, made up by Schemathesis from the description of the API."""

from __future__ import annotations

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from azulejos.server.app import create_app
from azulejos.server.settings import Settings
from tests.server.service import ThreadService

#: Made-up requests for each operation; `make soak` asks for more.
EXAMPLES = int(os.environ.get("AZULEJOS_OPENAPI_EXAMPLES", "4"))

schema = schemathesis.openapi.from_dict(create_app(Settings(":memory:")).openapi())


@pytest.fixture(scope="module")
def known_table(service: ThreadService) -> str:
    return service.new_table("me", "friend").id


@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
def test_no_request_breaks_the_service(case: Any, service: ThreadService, known_table: str) -> None:
    if "game" in case.path_parameters and len(str(case.path_parameters["game"])) % 2:
        case.path_parameters["game"] = known_table
    answer = case.call(base_url=service.address)
    case.validate_response(
        answer,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )
