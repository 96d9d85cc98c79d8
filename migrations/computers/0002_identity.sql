-- What a computer is known by beside its serial number, which its asset has.
ALTER TABLE computers ADD COLUMN uuid TEXT COLLATE NOCASE;
CREATE INDEX computers_uuid ON computers (uuid) WHERE uuid IS NOT NULL;
-- What each agent said last, fact by fact, as {agent: {fact: digest}}: an agent that repeats itself, or leaves something
-- out, changes nothing, and two agents that word one fact in two ways do not take turns.
ALTER TABLE computers DROP COLUMN inventoryhash;
ALTER TABLE computers ADD COLUMN reported TEXT;
