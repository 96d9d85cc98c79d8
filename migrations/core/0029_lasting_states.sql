-- What was ended, blocked or replaced, kept by triggers beside the rows themselves: a restore of older data carries it over,
-- so that no order of restores makes valid again what somebody ended. Written for whoever writes, in his transaction.
CREATE TABLE lastingstates (
  -- Whose rows it is about: data of another appliance may lie here in between, and carry it on.
  applianceid TEXT NOT NULL,
  tablename TEXT NOT NULL,
  -- A JSON list of what a row is known by: never given twice.
  key TEXT NOT NULL,
  -- A JSON object of the columns that count, as they were last; null where the row is gone.
  state TEXT,
  PRIMARY KEY (applianceid, tablename, key)
) STRICT, WITHOUT ROWID;
