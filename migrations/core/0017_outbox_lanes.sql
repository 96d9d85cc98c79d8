-- Deliveries wait in one line for each receiver, so that one that hangs holds nobody else up.
ALTER TABLE outbox ADD COLUMN destination TEXT NOT NULL DEFAULT '';
UPDATE outbox SET destination = kind;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (state, destination, nextattempt);
