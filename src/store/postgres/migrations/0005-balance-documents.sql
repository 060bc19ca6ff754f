-- The balances of a wallet as one text, in the form of the response (src/domain/balance-document.ts), because
-- they are always read and replaced completely.
CREATE TABLE wallet_balances (
  wallet_id text COLLATE "C" PRIMARY KEY,
  body text NOT NULL,
  unknown_networks text NOT NULL -- a JSON array of assets
);

INSERT INTO wallet_balances (wallet_id, body, unknown_networks)
  SELECT balance.wallet_id,
    '[' || string_agg(
      '{"asset":' || to_json(balance.asset)::text || ',"amount":' || balance.amount
        || ',"networks":[' || coalesce(network.list, '') || ']}',
      ',' ORDER BY balance.asset) || ']',
    coalesce(json_agg(balance.asset ORDER BY balance.asset)
      FILTER (WHERE balance.networks_unknown), '[]')::text
  FROM wallet_balance AS balance
  LEFT JOIN (
    SELECT wallet_id, asset, string_agg(
        '{"id":' || to_json(id)::text || ',"code":' || to_json(code)::text
          || ',"name":' || to_json(name)::text || ',"displayName":' || to_json(display_name)::text
          || ',"minWithdrawal":' || coalesce(to_json(min_withdrawal)::text, 'null')
          || ',"maxWithdrawal":' || coalesce(to_json(max_withdrawal)::text, 'null')
          || ',"assetName":' || to_json(asset_name)::text
          || ',"addressRegex":' || coalesce(to_json(address_regex)::text, 'null') || '}',
        ',' ORDER BY id) AS list
      FROM wallet_network GROUP BY wallet_id, asset
  ) AS network ON network.wallet_id = balance.wallet_id AND network.asset = balance.asset
  GROUP BY balance.wallet_id;

DROP TABLE wallet_network;
DROP TABLE wallet_balance;

ALTER TABLE wallet_balances ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_wallet ON wallet_balances FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
