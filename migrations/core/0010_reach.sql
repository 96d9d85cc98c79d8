-- A million assets: what a list filters by lies in the index that gives its order, so that a count reads no table.
DROP INDEX assets_type; DROP INDEX assets_status; DROP INDEX assets_location; DROP INDEX assets_unit; DROP INDEX assets_vendor; DROP INDEX assets_model;
CREATE INDEX assets_type ON assets (assettypeid, isactive, assetnumber, assetid, statusid, locationid, businessunitid, vendorid, modelnumberid);
CREATE INDEX assets_status ON assets (statusid, isactive, assetnumber, assetid, assettypeid, locationid, businessunitid, vendorid, modelnumberid);
CREATE INDEX assets_location ON assets (locationid, isactive, assetnumber, assetid, assettypeid, statusid, businessunitid, vendorid, modelnumberid);
CREATE INDEX assets_unit ON assets (businessunitid, isactive, assetnumber, assetid, assettypeid, statusid, locationid, vendorid, modelnumberid);
CREATE INDEX assets_vendor ON assets (vendorid, isactive, assetnumber, assetid, assettypeid, statusid, locationid, businessunitid, modelnumberid);
CREATE INDEX assets_model ON assets (modelnumberid, isactive, assetnumber, assetid, assettypeid, statusid, locationid, businessunitid, vendorid);

-- How many active assets there are of each type and status: kept by the database itself, whoever writes.
CREATE TABLE assettallies (
  assettypeid INTEGER NOT NULL REFERENCES assettypes (assettypeid) ON DELETE CASCADE,
  statusid INTEGER NOT NULL REFERENCES assetstatuses (statusid) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  PRIMARY KEY (assettypeid, statusid)
) STRICT, WITHOUT ROWID;
CREATE INDEX assettallies_status ON assettallies (statusid);
INSERT INTO assettallies (assettypeid, statusid, n)
  SELECT assettypeid, statusid, count(*) FROM assets WHERE isactive = 1 GROUP BY assettypeid, statusid;
CREATE TRIGGER assets_counted AFTER INSERT ON assets WHEN new.isactive = 1 BEGIN
  INSERT INTO assettallies (assettypeid, statusid, n) VALUES (new.assettypeid, new.statusid, 1)
    ON CONFLICT (assettypeid, statusid) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER assets_discounted AFTER DELETE ON assets WHEN old.isactive = 1 BEGIN
  UPDATE assettallies SET n = n - 1 WHERE assettypeid = old.assettypeid AND statusid = old.statusid;
END;
CREATE TRIGGER assets_recounted AFTER UPDATE OF isactive, assettypeid, statusid ON assets BEGIN
  UPDATE assettallies SET n = n - 1 WHERE old.isactive = 1 AND assettypeid = old.assettypeid AND statusid = old.statusid;
  INSERT INTO assettallies (assettypeid, statusid, n) SELECT new.assettypeid, new.statusid, 1 WHERE new.isactive = 1
    ON CONFLICT (assettypeid, statusid) DO UPDATE SET n = n + 1;
END;

-- The search again, smaller and quicker: the number of a document says which record it is of, what kind, and whether
-- it is active, so that the text index alone answers. It is made anew at the next start.
DROP TABLE searchtrigrams; DROP TABLE searchindex; DROP TABLE searchkeys; DROP TABLE searchdocs;
DELETE FROM searchstate;
CREATE TABLE searchkinds (
  searchkindid INTEGER PRIMARY KEY CHECK (searchkindid BETWEEN 1 AND 127),
  kind TEXT NOT NULL UNIQUE
) STRICT;

-- docid = (2 * searchkindid + isactive) * 2^40 + entityid, so that the documents of a kind lie together. The body is
-- folded to lower case and ends with two line feeds, so that every letter of it begins a trigram.
CREATE TABLE searchdocs (
  docid INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE searchindex USING fts5 (body, content='searchdocs', content_rowid='docid', tokenize='trigram', detail='full');
CREATE TRIGGER searchdocs_insert AFTER INSERT ON searchdocs BEGIN
  INSERT INTO searchindex (rowid, body) VALUES (new.docid, new.body);
END;
CREATE TRIGGER searchdocs_delete AFTER DELETE ON searchdocs BEGIN
  INSERT INTO searchindex (searchindex, rowid, body) VALUES ('delete', old.docid, old.body);
END;
CREATE TRIGGER searchdocs_update AFTER UPDATE OF body ON searchdocs BEGIN
  INSERT INTO searchindex (searchindex, rowid, body) VALUES ('delete', old.docid, old.body);
  INSERT INTO searchindex (rowid, body) VALUES (new.docid, new.body);
END;
CREATE VIRTUAL TABLE searchtrigrams USING fts5vocab (searchindex, row);
-- Texts of one or two letters have an index of their own: its words are the letters and pairs of letters of a body.
CREATE VIRTUAL TABLE searchshort USING fts5 (words, content='', contentless_delete=1, tokenize='ascii', detail='none');

-- Exact identifiers: asset number, host name, serial, IP, MAC.
CREATE TABLE searchkeys (
  key TEXT NOT NULL,
  docid INTEGER NOT NULL REFERENCES searchdocs (docid) ON DELETE CASCADE,
  PRIMARY KEY (key, docid)
) STRICT, WITHOUT ROWID;
CREATE INDEX searchkeys_doc ON searchkeys (docid);
