-- The balances of a wallet as one text, in the form of the response (src/domain/balance-document.ts), because
-- they are always read and replaced completely. 60 assets with 300 networks were 360 rows.
CREATE TABLE wallet_balances (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  body TEXT NOT NULL,
  unknown_networks TEXT NOT NULL -- a JSON array of the assets whose networks are unknown
) STRICT;

INSERT INTO wallet_balances (wallet_no, body, unknown_networks)
  SELECT wallet_no,
    '[' || group_concat(
      '{"asset":' || json_quote(asset) || ',"amount":' || amount || ',"networks":[' || coalesce((
        SELECT group_concat(network, ',') FROM (
          SELECT json_object('id', id, 'code', code, 'name', name, 'displayName', display_name,
              'minWithdrawal', min_withdrawal, 'maxWithdrawal', max_withdrawal,
              'assetName', asset_name, 'addressRegex', address_regex) AS network
            FROM wallet_network
            WHERE wallet_network.wallet_no = balance.wallet_no
              AND wallet_network.asset = balance.asset
            ORDER BY id)
      ), '') || ']}', ',') || ']',
    json_group_array(asset) FILTER (WHERE networks_unknown = 1)
  FROM (SELECT * FROM wallet_balance ORDER BY wallet_no, asset) AS balance
  GROUP BY wallet_no;

DROP TABLE wallet_network;
DROP TABLE wallet_balance;
