-- Secrets on their way to somebody, each encrypted by who sends it: the key is in the link alone, and of the link's token
-- only a hash is here. A row is deleted by the first read, else when its time is over.
CREATE TABLE securesends (
  securesendid INTEGER PRIMARY KEY AUTOINCREMENT,
  tokenhash TEXT NOT NULL UNIQUE,
  ciphertext TEXT NOT NULL,
  -- Who sent it, for the number that each may have under way: an account is not held back by it.
  sender TEXT NOT NULL,
  expiresat TEXT NOT NULL,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX securesends_expires ON securesends (expiresat);
CREATE INDEX securesends_sender ON securesends (sender, expiresat);
