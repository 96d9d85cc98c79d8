-- One row for each record that can be found by text: global search and the "search" of every list read it.
-- The text is folded to lower case before it is stored, so that every letter case of every alphabet is found.
CREATE TABLE searchdocs (
  docid INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  entityid INTEGER NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  body TEXT NOT NULL,
  isactive INTEGER NOT NULL,
  UNIQUE (kind, entityid)
) STRICT;
CREATE INDEX searchdocs_short ON searchdocs (kind, body, entityid);

-- Trigrams answer "contains" without reading every row.
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

-- Exact identifiers: asset number, host name, serial, IP, MAC.
CREATE TABLE searchkeys (
  searchkeyid INTEGER PRIMARY KEY AUTOINCREMENT,
  docid INTEGER NOT NULL REFERENCES searchdocs (docid) ON DELETE CASCADE,
  key TEXT NOT NULL
) STRICT;
CREATE INDEX searchkeys_key ON searchkeys (key);
CREATE INDEX searchkeys_doc ON searchkeys (docid);

-- How many records hold a trigram: spelling suggestions look at the rarest ones first.
CREATE VIRTUAL TABLE searchtrigrams USING fts5vocab (searchindex, row);

-- Which features the index was made with: when others run, it is made anew.
CREATE TABLE searchstate (
  searchstateid INTEGER PRIMARY KEY CHECK (searchstateid = 1),
  fingerprint TEXT NOT NULL
) STRICT;
