-- What waits, for whom, and what became of it: what the page of the outbox shows, sorts and searches by.
ALTER TABLE outbox ADD COLUMN title TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
ALTER TABLE outbox ADD COLUMN recipient TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
CREATE INDEX outbox_created ON outbox (createddate, outboxid);
CREATE INDEX outbox_state ON outbox (state, createddate, outboxid);
CREATE INDEX outbox_next ON outbox (nextattempt, outboxid);
CREATE INDEX outbox_title ON outbox (title, recipient, outboxid);
CREATE INDEX outbox_recipient ON outbox (recipient, outboxid);
CREATE INDEX outbox_modified ON outbox (modifieddate, outboxid);
CREATE INDEX outbox_kind ON outbox (kind, createddate, outboxid);
