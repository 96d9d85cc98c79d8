-- A token that was made through another one is narrower than it, and ends with it.
ALTER TABLE apitokens ADD COLUMN parenttokenid INTEGER REFERENCES apitokens (tokenid) ON DELETE CASCADE;
CREATE INDEX apitokens_parenttokenid ON apitokens (parenttokenid);
-- Who is inactive has no active token: switching the account on again revives none.
UPDATE apitokens SET isactive = 0 WHERE userid IN (SELECT userid FROM users WHERE isactive = 0);
-- Accounts, roles and tokens have no undo: what would put one back is forgotten; the log keeps what was done.
DELETE FROM auditjournal WHERE auditlogid IN (SELECT auditlogid FROM auditlogs WHERE entitytype IN ('user', 'role', 'token'));
