#!/usr/bin/env python3
"""Kassa from Python, one file to copy from: create, query and refund a payment, verify a webhook.

Python 3.8 or newer. The standard library has no RSA, so one package is needed:  pip install cryptography

    python kassa.py first-payment                           creates an order, waits for its payment, refunds a part
    python kassa.py call METHOD PATH [< body.json]          makes any signed call
    python kassa.py verify-webhook ID TIMESTAMP SIGNATURE < body
    python kassa.py receive-webhooks [PORT]                 receives webhooks, for example from `kassa listen`

Settings: KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL and KASSA_WEBHOOK_SECRET (during a
rotation, both secrets with a space between them), or the .kassa/demo.json of a running sandbox in this folder.
"""

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import secrets
import sys
import time
import urllib.error
import urllib.request
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding


# region signing
class Number(str):
    """A JSON number as it is written in the body. 10.00 is signed as 10.00; a float would make it 10.0."""


def canonical_body(raw):
    """The body flattened to sorted key=value pairs. Build it from exactly the bytes that are sent."""
    tree = json.loads(raw, parse_int=Number, parse_float=Number, parse_constant=_no_number)
    if not isinstance(tree, dict):
        raise ValueError("the body must be a JSON object")
    # Sort by the bytes of the key alone: not by the whole line, and not by the rules of a language.
    pairs = sorted(_pairs(None, tree), key=lambda pair: pair[0].encode())
    return "&".join(f"{key}={value}" for key, value in pairs)


def _pairs(path, value):
    if isinstance(value, dict):
        members = [(name, member) for name, member in value.items() if member is not None]
        if not members and path is not None:
            yield path, "{}"
        for name, member in members:
            name = _percent_encode(name, "%&=.[]")
            yield from _pairs(name if path is None else f"{path}.{name}", member)
    elif isinstance(value, list):
        if not value:
            yield path, "[]"
        for index, item in enumerate(value):
            if item is None:
                raise ValueError(f"{path}[{index}]: null is not allowed inside an array")
            yield from _pairs(f"{path}[{index}]", item)
    elif isinstance(value, bool):
        yield path, "true" if value else "false"
    elif isinstance(value, Number):
        yield path, value
    else:
        # Unescaped, these two strings would look like an empty object and an empty array.
        yield path, {"{}": "%7B}", "[]": "%5B]"}.get(value) or _percent_encode(value, "%&")


def _percent_encode(text, characters):
    return "".join(f"%{ord(c):02X}" if c in characters else c for c in text)


def _no_number(word):
    raise ValueError(f"{word} is not JSON")


def sort_query(query):
    """The raw pairs of the query as they are sent, sorted by key and then by value."""
    if not query:
        return ""
    return "&".join(sorted(query.split("&"), key=lambda pair: (pair.partition("=")[0], pair.partition("=")[2])))


def string_to_sign(method, path, query, body, timestamp, nonce):
    """The six signed lines. `body` is the bytes that are sent, or None for a call without a body."""
    body_hash = "" if body is None else hashlib.sha256(canonical_body(body).encode()).hexdigest()
    return "\n".join([method, path, sort_query(query), body_hash, timestamp, nonce])


def sign(private_key, lines):
    return base64.b64encode(private_key.sign(lines.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
# endregion signing


# region client
class KassaError(Exception):
    """The gateway refused the call. Branch on `name`. `retryable` says whether the same call can succeed later."""

    def __init__(self, answer):
        error = answer.get("error") or {}
        self.name, self.code = answer.get("msg"), answer.get("code")
        self.retryable, self.request_id = error.get("retryable", False), error.get("request_id")
        # The six lines as the gateway built them. Only a sandbox returns them, with INVALID_SIGNATURE.
        self.string_to_sign = error.get("debug", {}).get("string_to_sign")
        fields = "".join(f"\n  {field['path']}: {field['message']}" for field in error.get("fields", []))
        super().__init__(f"{self.name} ({self.code}): {error.get('detail')} [request {self.request_id}]{fields}")


def to_json(value):
    """Writes Decimal as a JSON number with all its digits, which json.dumps cannot."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{to_json(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(to_json, value)) + "]"
    return json.dumps(value)


class Kassa:
    """A client. Create one per merchant and reuse it. Amounts are Decimal, in requests and in answers."""

    def __init__(self, merchant_id, private_key_pem, base_url):
        self.merchant_id, self.base_url = merchant_id, base_url.rstrip("/")
        self.private_key = serialization.load_pem_private_key(private_key_pem, password=None)

    def create_payment(self, **fields):
        return self.call("POST", "/api/merchant/payment/create", fields)

    def query_payment(self, number):
        return self.call("GET", f"/api/merchant/order/payment/query/{number}")

    def refund(self, **fields):
        return self.call("POST", "/api/merchant/payment/refund", fields)

    def query_refund(self, number):
        return self.call("GET", f"/api/merchant/order/refund/query/{number}")

    def call(self, method, target, body=None):
        """Returns `data`; raises KassaError. When no answer came (URLError, a timeout), repeat the identical call:
        with your own ID, a create or a refund happens only once. Each call is signed anew."""
        raw = None if body is None else to_json(body).encode()
        return json.loads(self.send(method, target, raw), parse_float=Decimal)["data"]

    def send(self, method, target, raw=None):
        """Signs and sends these bytes. Returns the text of a successful answer."""
        path, _, query = target.partition("?")
        timestamp, nonce = str(time.time_ns() // 1_000_000), secrets.token_urlsafe(18)
        lines = string_to_sign(method, path, query, raw, timestamp, nonce)
        request = urllib.request.Request(self.base_url + target, data=raw, method=method, headers={
            "Content-Type": "application/json",
            "X-Merchant-Id": self.merchant_id,
            "X-Timestamp": timestamp,
            "X-Nonce": nonce,
            "X-Signature": sign(self.private_key, lines),
        })
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                text = response.read()
        except urllib.error.HTTPError as refusal:
            text = refusal.read()
        try:
            answer = json.loads(text)
            code = answer["code"]
        except (ValueError, KeyError, TypeError):
            raise RuntimeError(f"{self.base_url} did not answer as Kassa does: {text[:200]!r}") from None
        if code != 200:
            raise KassaError(answer)
        return text
# endregion client


# region webhook
class WebhookRefused(Exception):
    """The webhook cannot be trusted. Answer 400 and do nothing else."""


def verify_webhook(body, message_id, timestamp, signature, webhook_secrets, tolerance=300, now=None):
    """The body, if one of your secrets signed it recently. Pass the raw bytes as received."""
    keys = [_webhook_key(secret) for secret in webhook_secrets]
    if "." in message_id or not re.fullmatch("[0-9]{1,12}", timestamp, re.ASCII):
        raise WebhookRefused("webhook-id or webhook-timestamp is malformed")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookRefused("webhook-timestamp is too far from this machine's clock")
    signed = f"{message_id}.{timestamp}.".encode() + body
    for key in keys:
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        # During a rotation of the secret, the header has several signatures. Compare them as bytes, in constant time.
        if any(hmac.compare_digest(expected, candidate.encode()) for candidate in signature.split(" ")):
            return body
    raise WebhookRefused("no signature matches: another secret, or the body is not the raw one")


def _webhook_key(secret):
    text = secret[len("whsec_"):] if secret.startswith("whsec_") else ""
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not 24 <= len(key) <= 64 or base64.b64encode(key).decode() != text:
        raise ValueError('a webhook secret is "whsec_" and the Base64 of 24 to 64 bytes')
    return key
# endregion webhook


# region receiver
def receive_webhooks(port, webhook_secrets):
    """Answers 2xx only after the event was handled. After any other answer, the gateway sends it again."""
    seen = set()  # In production, use a table: an event can arrive again, even after a restart.

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(min(int(self.headers.get("content-length") or 0), 1_000_000))
            try:
                verify_webhook(body, *(self.headers.get(name, "") for name in
                                       ("webhook-id", "webhook-timestamp", "webhook-signature")), webhook_secrets)
            except WebhookRefused as refused:
                return self.send_error(400, str(refused))
            event = json.loads(body, parse_float=Decimal)
            if event["event_id"] not in seen:
                data = event["data"]
                print(event["event_type"], data["merchant_transaction_id"], data["state"], flush=True)
                seen.add(event["event_id"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    print(f"Listening on http://127.0.0.1:{port}/", flush=True)
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
# endregion receiver


def first_payment(kassa):
    number = f"python-{int(time.time() * 1000)}"
    order = kassa.create_payment(
        merchant_transaction_id=number,
        amount=Decimal("10.00"),
        currency_code="USD",
        redirect_url="https://shop.example/thanks",
        products=[{"product_id": "p1", "name": "Coffee & cake", "price": Decimal("5.00"), "quantity": 2}],
    )
    print(f"Order {order['order_id']} was created. Pay here with 4242 4242 4242 4242:\n{order['pay_url']}", flush=True)

    # A shop waits for the webhook order.payment.succeeded instead. After PAY_FAIL, the consumer can try another card.
    while (payment := kassa.query_payment(number))["state"] in ("INIT", "PAYING", "PAY_FAIL"):
        time.sleep(1)
    if payment["state"] != "PAY_SUCCESS":
        sys.exit(f"The order ended as {payment['state']}.")
    print(f"Paid: {payment['amount']} {payment['currency_code']} by {payment['payment_method']}.", flush=True)

    refund_number = f"{number}-r1"
    kassa.refund(transaction_id=refund_number, original_transaction_id=number, currency_code="USD",
                 amount=Decimal("4.00"), reason="one piece came back")
    while (refund := kassa.query_refund(refund_number))["status"] in (0, 1):
        time.sleep(1)
    print(f"Refund {refund_number} of {refund['amount']} {refund['currency_code']} ended with status {refund['status']}.")
    print(f"The order is {kassa.query_payment(number)['state']}.")


def settings():
    demo = {}
    if os.path.exists(".kassa/demo.json"):
        with open(".kassa/demo.json", encoding="utf-8") as file:
            demo = json.load(file)
    names = {"KASSA_MERCHANT_ID": "merchant_id", "KASSA_PRIVATE_KEY_FILE": "private_key_file",
             "KASSA_BASE_URL": "merchant_base_url", "KASSA_WEBHOOK_SECRET": "webhook_secret"}
    found = {name: os.environ.get(name) or demo.get(member) for name, member in names.items()}
    missing = [name for name, value in found.items() if not value]
    if missing:
        sys.exit(f"Set {', '.join(missing)}, or run this where `npm start` has made .kassa/demo.json.")
    return found


def main(arguments):
    found = settings()
    webhook_secrets = found["KASSA_WEBHOOK_SECRET"].split()
    with open(found["KASSA_PRIVATE_KEY_FILE"], "rb") as file:
        kassa = Kassa(found["KASSA_MERCHANT_ID"], file.read(), found["KASSA_BASE_URL"])
    command, *rest = arguments or ["help"]
    if command == "first-payment":
        first_payment(kassa)
    elif command == "call" and len(rest) == 2:
        raw = sys.stdin.buffer.read() if rest[0] == "POST" else None
        print(kassa.send(*rest, raw).decode())
    elif command == "verify-webhook" and len(rest) == 3:
        event = json.loads(verify_webhook(sys.stdin.buffer.read(), *rest, webhook_secrets))
        print(f"genuine: {event['event_type']} of {event['data']['merchant_transaction_id']}")
    elif command == "receive-webhooks":
        receive_webhooks(int(rest[0]) if rest else 3000, webhook_secrets)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (KassaError, WebhookRefused, RuntimeError, ValueError, OSError) as problem:
        if getattr(problem, "string_to_sign", None):
            print(f"The gateway built these lines:\n{problem.string_to_sign}", file=sys.stderr)
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(130)
