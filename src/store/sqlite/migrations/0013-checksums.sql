-- Leaves of the counted tree have a checksum of each row, and every node one of itself, so that `teller
-- doctor` finds what the disk has changed. `migrate` counts all rows again after this, each wallet in a
-- transaction, and leaves the rows as they are.
INSERT OR IGNORE INTO wallet_count_backlog SELECT DISTINCT wallet_no FROM wallet_count_node;
