-- Leaves of the counted tree now contain a checksum of each row, and every node a checksum of itself, so that
-- `teller doctor` finds rows that the disk has corrupted. `migrate` computes them afterwards, one transaction for
-- each wallet, without changing rows.
INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_count_node
  ON CONFLICT DO NOTHING;
