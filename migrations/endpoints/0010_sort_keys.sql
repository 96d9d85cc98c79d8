-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE endpointpolicies ADD COLUMN policynamesortkey TEXT;
CREATE INDEX endpointpolicies_policynamesort ON endpointpolicies (policynamesortkey, policyid);
ALTER TABLE endpointscripts ADD COLUMN scriptnamesortkey TEXT;
CREATE INDEX endpointscripts_scriptnamesort ON endpointscripts (scriptnamesortkey, scriptid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
