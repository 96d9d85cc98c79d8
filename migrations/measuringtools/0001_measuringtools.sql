-- Measuring tools extend assets: what they are, and by when each must be calibrated. What is there already of that
-- type gets its row.
CREATE TABLE measuringtooltypes (
  measuringtooltypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  measuringtooltype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  calibrationintervaldays INTEGER,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE TABLE measuringtools (
  measuringtoolid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  measuringtooltypeid INTEGER REFERENCES measuringtooltypes (measuringtooltypeid),
  gagelabtag TEXT COLLATE NOCASE,
  lastcalibrationdate TEXT,
  calibrationintervaldays INTEGER,
  -- These two follow from the others and the calibrations: an invariant keeps them, so that lists can go by them.
  calibrationduedate TEXT,
  lastresult TEXT,
  softwareversion TEXT
) STRICT;
CREATE INDEX measuringtools_type ON measuringtools (measuringtooltypeid, calibrationduedate, measuringtoolid);
CREATE INDEX measuringtools_tag ON measuringtools (gagelabtag, measuringtoolid);
CREATE INDEX measuringtools_last ON measuringtools (lastcalibrationdate, measuringtoolid);
CREATE INDEX measuringtools_due ON measuringtools (calibrationduedate, measuringtoolid);
CREATE INDEX measuringtools_result ON measuringtools (lastresult, calibrationduedate, measuringtoolid);
INSERT INTO measuringtools (assetid)
  SELECT assetid FROM assets JOIN assettypes USING (assettypeid) WHERE assettype = 'Measuring tool' COLLATE NOCASE;

-- Each calibration with what it found and its certificate: rows that are only ever added.
CREATE TABLE calibrations (
  calibrationid INTEGER PRIMARY KEY AUTOINCREMENT,
  measuringtoolid INTEGER NOT NULL REFERENCES measuringtools (measuringtoolid),
  calibrationdate TEXT NOT NULL,
  result TEXT NOT NULL,
  notes TEXT,
  filename TEXT,
  originalname TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX calibrations_tool ON calibrations (measuringtoolid, calibrationdate, calibrationid);
CREATE INDEX calibrations_created ON calibrations (measuringtoolid, createddate, calibrationid);
CREATE INDEX calibrations_modified ON calibrations (measuringtoolid, modifieddate, calibrationid);
