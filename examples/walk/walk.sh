#!/usr/bin/env bash
# Prints every page of a wallet's transactions, one JSON document a line. The numbers keep all digits.
set -euo pipefail

head=$(mktemp)
trap 'rm -f "$head"' EXIT
path='/v0/wallet/transactions?limit=1000'
while [ -n "$path" ]; do
  curl --silent --show-error --fail --dump-header "$head" "$TELLER_URL$path" \
    -H "x-svc-api-key: $API_KEY" -H "x-svc-org-id: $ORG_ID" \
    -H "x-svc-project-id: $PROJECT_ID" -H "x-svc-wallet-id: $WALLET_ID"
  echo
  path=$(tr -d '\r' <"$head" | sed -n 's/^link: <\([^>]*\)>; rel="next"$/\1/Ip')
done
