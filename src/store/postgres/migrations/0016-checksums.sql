-- Leaves of the counted tree have a checksum of each row, and every node one of itself, so that `teller
-- doctor` finds what the disk has changed. `migrate` counts all rows again after this, each wallet in a
-- transaction, and leaves the rows as they are.
INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_count_node
  ON CONFLICT DO NOTHING;
