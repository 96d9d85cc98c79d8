-- Saved appearances of labels and their medium. Lengths are in millimeters; those of a sheet apply to sheets only.
CREATE TABLE labeltemplates (
  labeltemplateid INTEGER PRIMARY KEY AUTOINCREMENT,
  templatename TEXT NOT NULL COLLATE NOCASE UNIQUE,
  assettypeid INTEGER REFERENCES assettypes (assettypeid),
  isdefault INTEGER NOT NULL DEFAULT 0,
  style TEXT NOT NULL DEFAULT 'card',
  format TEXT NOT NULL DEFAULT 'qr',
  medium TEXT NOT NULL DEFAULT 'roll',
  width REAL NOT NULL DEFAULT 62,
  height REAL NOT NULL DEFAULT 29,
  paper TEXT NOT NULL DEFAULT 'A4',
  columncount INTEGER NOT NULL DEFAULT 1,
  rowcount INTEGER NOT NULL DEFAULT 1,
  marginleft REAL NOT NULL DEFAULT 0,
  margintop REAL NOT NULL DEFAULT 0,
  columngap REAL NOT NULL DEFAULT 0,
  rowgap REAL NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  templatenamesortkey TEXT
) STRICT;
CREATE INDEX labeltemplates_templatenamesort ON labeltemplates (templatenamesortkey, labeltemplateid);
CREATE INDEX labeltemplates_type ON labeltemplates (assettypeid, isdefault);
-- Managers manage label templates, where the starter roles exist.
INSERT OR IGNORE INTO rolepermissions (roleid, permission)
SELECT roleid, 'labels.manage' FROM roles WHERE lower(rolename) = 'manager';
