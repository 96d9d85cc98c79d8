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
