-- The count of each alert at each place on each day, for the trends of the dashboard. A merge of locations does
-- not change it, so it has no reference.
CREATE TABLE alertplacecounts (
  alertplacecountid INTEGER PRIMARY KEY AUTOINCREMENT,
  alertkey TEXT NOT NULL,
  locationid INTEGER NOT NULL,
  day TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (alertkey, locationid, day)
) STRICT;
CREATE INDEX alertplacecounts_day ON alertplacecounts (day);
