-- Addresses under which a calendar reads the due dates of a user. The address contains the token.
CREATE TABLE calendarfeeds (
  calendarfeedid INTEGER PRIMARY KEY AUTOINCREMENT,
  userid INTEGER NOT NULL REFERENCES users (userid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  secrethash TEXT NOT NULL,
  lastuseddate TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX calendarfeeds_userid ON calendarfeeds (userid);
