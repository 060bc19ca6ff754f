-- The credentials of a wallet give access to one account of the exchange.
ALTER TABLE wallet DROP COLUMN account;
