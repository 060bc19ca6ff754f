-- Identifiers of transactions become bytes (transaction-id.ts): `tx_` and 32 digits take 16 bytes. The index of the
-- listing has two numbers instead of the wallet, the time and the identifier (listing-order.ts): its entries then
-- have 28 bytes instead of 92, and PostgreSQL splits a full page of such entries at the new one, so that pages stay
-- full while many wallets grow.
--
-- Statements of their own, because they contain one expression for several columns, and because Citus sends the
-- nodes the whole text of which an index is part.
DO $$
DECLARE
  to_bytes constant text := $expression$
    CASE WHEN %1$I ~ '^tx_[0-9a-f]{32}$' AND %1$I !~ '^tx_0{32}$' THEN decode(substr(%1$I, 4), 'hex')
      ELSE decode(CASE
        WHEN %1$I !~ '^tx_' THEN repeat(CASE WHEN %1$I < 'tx_' THEN '0' ELSE 'f' END, 32)
        WHEN %1$I ~ '^tx_[0-9a-f]{32}' THEN substr(%1$I, 4, 32)
        WHEN substring(%1$I FROM '^tx_[0-9a-f]*(.)') > 'f'
          THEN rpad(substring(%1$I FROM '^tx_([0-9a-f]*)'), 32, 'f')
        WHEN substring(%1$I FROM '^tx_[0-9a-f]*([^0-9a-f])') > '9'
          THEN rpad(substring(%1$I FROM '^tx_([0-9a-f]*)') || '9', 32, 'f')
        WHEN %1$I ~ '^tx_0*([^0-9a-f]|$)' THEN repeat('0', 32)
        ELSE rpad(
          substring(%1$I FROM '^tx_([0-9a-f]*)[1-9a-f]0*([^0-9a-f]|$)')
            || translate(substring(%1$I FROM '^tx_[0-9a-f]*([1-9a-f])0*([^0-9a-f]|$)'),
              '123456789abcdef', '0123456789abcde'),
          32, 'f')
      END, 'hex') || convert_to(%1$I, 'UTF8')
    END$expression$;
  names text[];
BEGIN
  EXECUTE 'DROP INDEX wallet_transaction_by_time';
  FOREACH names SLICE 1 IN ARRAY ARRAY[
    ['wallet_transaction', 'id'],
    ['wallet_time_change', 'id'],
    ['wallet_time_change', 'place_id'],
    ['wallet_import_change', 'transaction_id']
  ] LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE bytea USING ', names[1], names[2])
      || format(to_bytes, names[2]);
  END LOOP;
  EXECUTE $alter$
    ALTER TABLE wallet_transaction
      ADD COLUMN wallet_hash integer NOT NULL GENERATED ALWAYS AS (hashtext(wallet_id)) STORED,
      ADD COLUMN place bigint NOT NULL GENERATED ALWAYS AS (CASE
        WHEN timestamp_ms < 0 THEN 0
        WHEN timestamp_ms >= 281474976710656 THEN 9223372036854775807
        ELSE timestamp_ms * 32768 + CASE
          WHEN substring(id FROM 1 FOR 6) = substring(int8send(timestamp_ms) FROM 3)
            THEN 8192 + get_byte(id, 6) * 64 + get_byte(id, 7) / 4
          WHEN substring(id FROM 1 FOR 6) < substring(int8send(timestamp_ms) FROM 3)
            THEN get_byte(id, 0) * 32 + get_byte(id, 1) / 8
          ELSE 24576 + get_byte(id, 0) * 32 + get_byte(id, 1) / 8
        END
      END) STORED
  $alter$;
  EXECUTE 'CREATE INDEX wallet_transaction_by_place ON wallet_transaction (wallet_hash, place)';
END
$$;
