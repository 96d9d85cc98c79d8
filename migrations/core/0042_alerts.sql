-- Who takes care of an alert of the dashboard.
CREATE TABLE alertassignments (
  alertassignmentid INTEGER PRIMARY KEY AUTOINCREMENT,
  alertkey TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  userid INTEGER NOT NULL REFERENCES users (userid) ON DELETE CASCADE,
  note TEXT,
  duedate TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX alertassignments_userid ON alertassignments (userid);

-- An alert of a user when a saved view has too many or too few rows.
CREATE TABLE viewalerts (
  viewalertid INTEGER PRIMARY KEY AUTOINCREMENT,
  savedviewid INTEGER NOT NULL REFERENCES savedviews (savedviewid) ON DELETE CASCADE,
  userid INTEGER NOT NULL REFERENCES users (userid) ON DELETE CASCADE,
  title TEXT NOT NULL,
  comparison TEXT NOT NULL CHECK (comparison IN ('more', 'fewer')),
  threshold INTEGER NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  isshared INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (userid, savedviewid)
) STRICT;
CREATE INDEX viewalerts_savedviewid ON viewalerts (savedviewid);
CREATE INDEX viewalerts_isshared ON viewalerts (isshared);

-- The count of each alert rule on each day, for the trends of the dashboard.
CREATE TABLE alertcounts (
  alertcountid INTEGER PRIMARY KEY AUTOINCREMENT,
  alertkey TEXT NOT NULL,
  day TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (alertkey, day)
) STRICT;
CREATE INDEX alertcounts_day ON alertcounts (day);
