"""Prints every transaction of a wallet as JSON Lines, each exactly once: python3 walk.py, without packages."""
import decimal
import json
import os
import urllib.parse
import urllib.request

HEADERS = {
    "x-svc-api-key": os.environ["API_KEY"],
    "x-svc-org-id": os.environ["ORG_ID"],
    "x-svc-project-id": os.environ["PROJECT_ID"],
    "x-svc-wallet-id": os.environ["WALLET_ID"],
}


def read_all(limit):
    url = f"{os.environ['TELLER_URL']}/v0/wallet/transactions?limit={limit}"
    while url:
        with urllib.request.urlopen(urllib.request.Request(url, headers=HEADERS)) as response:
            # A float would round the amounts.
            page = json.loads(response.read(), parse_float=decimal.Decimal, parse_int=decimal.Decimal)
            link = response.headers.get("link")
        yield from page["transactions"]
        url = urllib.parse.urljoin(url, link[1 : link.index(">")]) if link else None


for row in read_all(limit=1000):
    fields = {name: row[name] for name in ("id", "asset", "type")}
    print(json.dumps(fields | {"amount": f"{row['amount']:f}"}))
