-- What a plant adds to its assets: the fields, for one asset type or (without a type) for all, and their values.
CREATE TABLE customfields (
  customfieldid INTEGER PRIMARY KEY AUTOINCREMENT,
  fieldname TEXT NOT NULL COLLATE NOCASE,
  label TEXT NOT NULL,
  assettypeid INTEGER REFERENCES assettypes (assettypeid),
  fieldtype TEXT NOT NULL DEFAULT 'text',
  options TEXT,
  isrequired INTEGER NOT NULL DEFAULT 0,
  issearchable INTEGER NOT NULL DEFAULT 0,
  sortorder INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX customfields_name ON customfields (fieldname, coalesce(assettypeid, 0));
CREATE INDEX customfields_type ON customfields (assettypeid);

-- Values are kept as text, whatever the type of their field; a cleared value has no row.
CREATE TABLE customvalues (
  customvalueid INTEGER PRIMARY KEY AUTOINCREMENT,
  customfieldid INTEGER NOT NULL REFERENCES customfields (customfieldid),
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  value TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (assetid, customfieldid)
) STRICT;
CREATE INDEX customvalues_field ON customvalues (customfieldid);
