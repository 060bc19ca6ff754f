-- Finds the delivery of an endpoint that has been due longest. The deliverer takes endpoints in turn, so no statement
-- searches the deliveries of all endpoints.
DROP INDEX webhook_delivery_by_due;
DROP INDEX webhook_delivery_by_endpoint;
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, next_attempt_at_ms);
