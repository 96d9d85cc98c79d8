-- What a computer is made of, as agents report it. A part is known by its serial number, else by where it sits, else by
-- its name; `freemegabytes` changes all day and has no history.
CREATE TABLE computerparts (
  computerpartid INTEGER PRIMARY KEY AUTOINCREMENT,
  computerid INTEGER NOT NULL REFERENCES computers (computerid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  partkey TEXT NOT NULL,
  name TEXT NOT NULL,
  manufacturer TEXT,
  serialnumber TEXT,
  place TEXT,
  megabytes INTEGER,
  freemegabytes INTEGER,
  detail TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (computerid, kind, partkey)
) STRICT;
CREATE INDEX computerparts_serial ON computerparts (serialnumber) WHERE serialnumber IS NOT NULL;

ALTER TABLE computers ADD COLUMN processor TEXT;
ALTER TABLE computers ADD COLUMN memorygb REAL;
ALTER TABLE computers ADD COLUMN diskgb REAL;
ALTER TABLE computers ADD COLUMN chassistype TEXT;
ALTER TABLE computers ADD COLUMN biosversion TEXT;
-- Per cent free of the fullest fixed disk. It changes all day and has no history.
ALTER TABLE computers ADD COLUMN diskfree INTEGER;
CREATE INDEX computers_diskfree ON computers (diskfree, computerid) WHERE diskfree IS NOT NULL;

-- Several versions of one program stand side by side on one computer: `appversionid` is the highest, the others follow
-- here as a JSON list.
ALTER TABLE installedapps ADD COLUMN otherversions TEXT;
ALTER TABLE installedapps ADD COLUMN installdate TEXT;
ALTER TABLE installedapps ADD COLUMN publisher TEXT;
