"""Hooks of Schemathesis: they authenticate each generated request and put existing IDs into it.

The gateway refuses an unauthenticated request before it looks at the rest. So every request is signed or gets its token
after the generator has filled it in, and the checks behind the authentication are reached too.
"""

import base64
import collections
import itertools
import json
import os
import re
import secrets
import sys
import time
import zlib

import requests
import schemathesis
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

sys.path.insert(0, os.environ["KASSA_PYTHON_SAMPLE"])
# This import cannot stand at the top, because Python finds the module only with the path above.
import kassa  # noqa: E402

with open(os.environ["KASSA_STAGE"]) as stage:
    FACTS = json.load(stage)
PRIVATE_KEY = serialization.load_pem_private_key(FACTS["privateKeyPem"].encode(), password=None)


class Credentials(requests.auth.AuthBase):
    """Authenticates a request. Here, its path and its bytes are final."""

    def __call__(self, request):
        path, _, query = request.path_url.partition("?")
        if path.startswith("/api/merchant/"):
            sign(request, path, query)
        elif path.startswith("/api/web/"):
            request.headers["X-Session-Signature"] = FACTS["session"]
        elif path.startswith("/admin"):
            request.headers["Authorization"] = f"Bearer {FACTS['operationsToken']}"
        return request


def sign(request, path, query):
    timestamp, nonce = str(int(time.time() * 1000)), secrets.token_urlsafe(16)
    body = request.body.encode() if isinstance(request.body, str) else request.body
    try:
        lines = kassa.string_to_sign(request.method, path, query, body or None, timestamp, nonce)
    except (ValueError, RecursionError, UnicodeError):
        # The gateway refuses an unreadable body before it checks the signature, so sign any other body.
        lines = kassa.string_to_sign(request.method, path, query, b"{}", timestamp, nonce)
    request.headers.update(
        {
            "X-Merchant-Id": FACTS["merchantId"],
            "X-Timestamp": timestamp,
            "X-Nonce": nonce,
            "X-Signature": kassa.sign(PRIVATE_KEY, lines),
        }
    )


schemathesis.auth.set_from_requests(Credentials())


@schemathesis.hook
def before_call(context, case, kwargs):
    """Replaces most generated IDs with those of existing orders, events and cases. IDs of an invalid form stay."""
    interface = case.operation.path
    path = case.path_parameters or {}
    for name in path:
        if name in FACTS["identifiers"] and is_replaced(path[name]):
            path[name] = FACTS["identifiers"][name]
    if "transactionId" in path and is_replaced(path["transactionId"]):
        path["transactionId"] = "R1" if "refund" in interface else "T1"
    if interface.startswith("/api/merchant/"):
        # In a signed body, a null member counts as left out, whatever its schema says.
        case.body = without_nulls(case.body)
    for members in (case.query, case.body, case.body.get("data") if isinstance(case.body, dict) else None):
        if isinstance(members, dict):
            for name, (is_of_form, known) in known_members(interface).items():
                if is_of_form(members.get(name)) and is_replaced(members[name]):
                    members[name] = known


def known_members(interface):
    ids = FACTS["identifiers"]
    order = FACTS["openOrderId"] if interface.startswith("/api/web/") else ids["orderId"]
    return {
        "orderId": (is_order_id, order),
        "order_id": (is_order_id, order),
        "original_transaction_id": (is_text, "T1"),
        "merchant_id": (is_text, FACTS["merchantId"]),
        "merchant_transaction_id": (is_text, "T1") if interface == "/admin/orders" else (never, None),
        "event_ids": (is_list_of_event_ids, [ids["eventId"]]),
        "case_id": (is_text, ids["attemptId"]),
        "public_key": (is_filled, next(PUBLIC_KEYS)),
        "webhook_secret": (is_text, "whsec_" + base64.b64encode(os.urandom(32)).decode()),
    }


def new_public_keys():
    """Returns a few keys again and again, so that requests add keys and repeat keys."""
    pool = [rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key() for _ in range(8)]
    spki = serialization.PublicFormat.SubjectPublicKeyInfo
    return itertools.cycle(key.public_bytes(serialization.Encoding.PEM, spki).decode() for key in pool)


def never(value):
    return False


def is_filled(value):
    return isinstance(value, str) and value != ""


def is_text(value):
    return is_filled(value) and len(value) <= 64


def is_order_id(value):
    return isinstance(value, str) and re.fullmatch("ord_[0-9a-f]{32}", value) is not None


def is_list_of_event_ids(value):
    return isinstance(value, list) and len(value) > 0 and all(is_event_id(item) for item in value)


def is_event_id(value):
    return isinstance(value, str) and re.fullmatch("evt_[0-9a-f]{32}_[1-9][0-9]*", value) is not None


def is_replaced(value):
    """Replaces examples and three quarters of other values. The choice depends on the value alone, so that runs can be repeated."""
    return value in FACTS["examples"] or zlib.crc32(str(value).encode("utf-8", "surrogatepass")) % 4 != 0


def without_nulls(value):
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    return value


PUBLIC_KEYS = new_public_keys()
OUTCOMES = collections.Counter()


@schemathesis.hook
def after_call(context, case, response):
    try:
        name = response.json()["msg"]
    except Exception:
        name = str(response.status_code)
    OUTCOMES[f"{case.operation.label} {name}"] += 1
    with open(os.environ["KASSA_OUTCOMES"], "w") as file:
        json.dump(OUTCOMES, file)
