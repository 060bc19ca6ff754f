-- The code and the asset of a transaction become part of its content (transaction-content.ts): a page of 1,000 rows then
-- takes the server a quarter less time. The table is created again, because the columns that every read needs are read
-- faster if they are first, and columns that were removed take space in every row.
DO $$
BEGIN
  EXECUTE $create$
    CREATE TABLE wallet_transaction_copy (
      wallet_id text COLLATE "C" NOT NULL,
      wallet_hash integer NOT NULL GENERATED ALWAYS AS (hashtext(wallet_id)) STORED,
      place bigint NOT NULL GENERATED ALWAYS AS (CASE
        WHEN timestamp_ms < 0 THEN 0
        WHEN timestamp_ms >= 281474976710656 THEN 9223372036854775807
        ELSE timestamp_ms * 32768 + CASE
          WHEN substring(id FROM 1 FOR 6) = substring(int8send(timestamp_ms) FROM 3)
            THEN 8192 + get_byte(id, 6) * 64 + get_byte(id, 7) / 4
          WHEN substring(id FROM 1 FOR 6) < substring(int8send(timestamp_ms) FROM 3)
            THEN get_byte(id, 0) * 32 + get_byte(id, 1) / 8
          ELSE 24576 + get_byte(id, 0) * 32 + get_byte(id, 1) / 8
        END
      END) STORED,
      timestamp_ms bigint NOT NULL,
      id bytea NOT NULL,
      content bytea NOT NULL,
      import_no integer, -- null: synchronisation has read it
      match_key bigint,
      CONSTRAINT wallet_transaction_has_amount CHECK (CASE
        WHEN get_byte(content, 1) BETWEEN 1 AND 239 THEN get_byte(content, 1 + get_byte(content, 1)) > 1
        ELSE get_byte(content, 1) = 240
      END)
    )
  $create$;
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    EXECUTE $distribute$
      SELECT create_distributed_table(
          'wallet_transaction_copy', 'wallet_id', colocate_with => 'wallet_transaction')
        FROM pg_dist_partition WHERE logicalrelid = 'wallet_transaction'::regclass AND partmethod = 'h'
    $distribute$;
  END IF;
  EXECUTE $fill$
    INSERT INTO wallet_transaction_copy (wallet_id, timestamp_ms, id, content, import_no, match_key)
      SELECT wallet_id, timestamp_ms, id,
          decode(lpad(to_hex(code & 255), 2, '0'), 'hex') || CASE
            WHEN octet_length(asset) < 239
              THEN decode(lpad(to_hex(octet_length(asset) + 1), 2, '0'), 'hex')
            ELSE '\xf0'::bytea || int4send(octet_length(asset))
          END || convert_to(asset, 'UTF8') || content,
          import_no, match_key
        FROM wallet_transaction
  $fill$;
  EXECUTE 'DROP TABLE wallet_transaction';
  EXECUTE 'ALTER TABLE wallet_transaction_copy RENAME TO wallet_transaction';
  EXECUTE 'ALTER TABLE wallet_transaction ADD CONSTRAINT wallet_transaction_pkey PRIMARY KEY (wallet_id, id)';
  EXECUTE 'CREATE INDEX wallet_transaction_by_place ON wallet_transaction (wallet_hash, place)';
  EXECUTE 'CREATE INDEX wallet_transaction_to_match ON wallet_transaction (wallet_id, match_key)
    WHERE match_key IS NOT NULL';
  EXECUTE 'ALTER TABLE wallet_transaction ENABLE ROW LEVEL SECURITY';
  EXECUTE 'CREATE POLICY one_wallet ON wallet_transaction FOR SELECT
    USING (wallet_id = current_setting(''teller.wallet_id'', true))';
END
$$;
