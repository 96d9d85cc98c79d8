-- Reports that go out by mail each week or month. Each is sent with the rights of whoever saved it last, as far as the
-- scopes reach of the token that it was saved with, where it was one.
CREATE TABLE reportschedules (
  reportscheduleid INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL COLLATE NOCASE,
  report TEXT NOT NULL,
  parameters TEXT,
  every TEXT NOT NULL,
  day INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  addresses TEXT NOT NULL,
  ownerid INTEGER REFERENCES users (userid) ON DELETE SET NULL,
  scopes TEXT,
  nextrun TEXT NOT NULL,
  lastrun TEXT,
  lastoutcome TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX reportschedules_title ON reportschedules (title, reportscheduleid);
CREATE INDEX reportschedules_due ON reportschedules (isactive, nextrun);
CREATE INDEX reportschedules_owner ON reportschedules (ownerid);
