-- What was told of what is due: each thing once for its due date, ahead of it and when it is overdue.
CREATE TABLE remindertold (
  remindertoldid INTEGER PRIMARY KEY AUTOINCREMENT,
  reminder TEXT NOT NULL,
  itemid INTEGER NOT NULL,
  due TEXT NOT NULL,
  stage TEXT NOT NULL,
  createddate TEXT NOT NULL,
  UNIQUE (reminder, itemid, due, stage)
) STRICT;
CREATE INDEX remindertold_due ON remindertold (due);
-- The mornings that are done: what comes up later in the day waits for the next one.
CREATE TABLE reminderdays (
  reminderdayid INTEGER PRIMARY KEY AUTOINCREMENT,
  day TEXT NOT NULL UNIQUE,
  items INTEGER NOT NULL,
  createddate TEXT NOT NULL
) STRICT;
