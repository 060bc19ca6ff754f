"""A receiver of webhooks with Flask: pip install flask, then flask --app flask_app run --port 3000."""
import base64
import decimal
import hashlib
import hmac
import json
import os
import time

from flask import Flask, request

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
AGE_MAX_S = 300
app = Flask(__name__)
# A product stores these identifiers, because an event can be sent twice.
known = set()


def is_authentic(headers, body):
    """Checks the signature of Standard Webhooks: there are two while a secret is being replaced."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > AGE_MAX_S:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(SECRET, signed, hashlib.sha256))
    signatures = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(expected, each) for each in signatures)


@app.post("/teller")
def receive():
    # The signature is of the body as it was received, so it is not parsed before.
    body = request.get_data()
    if not is_authentic(request.headers, body):
        return "", 400
    event_id = request.headers["webhook-id"]
    if event_id not in known:
        known.add(event_id)
        event = json.loads(body, parse_float=decimal.Decimal)
        data = event["data"]
        print(event["type"], data.get("walletId", ""), data.get("transactionId", ""), flush=True)
    return "", 204
