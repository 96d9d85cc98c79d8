-- The search finds words by their beginning instead of any part of a text. It is built again at the next start.
DROP TABLE searchshort; DROP TABLE searchtrigrams; DROP TABLE searchindex; DROP TABLE searchkeys; DROP TABLE searchdocs;
DELETE FROM searchstate;

-- docid = (2 * searchkindid + isactive) * 2^40 + entityid, so that the documents of a kind form one range. body and
-- personal contain folded words with a blank before and after each, and = between the texts.
CREATE TABLE searchdocs (
  docid INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  body TEXT NOT NULL,
  personal TEXT NOT NULL
) STRICT;

-- With an index for each prefix of up to eight letters, the first hits of a frequent word are found at once.
CREATE VIRTUAL TABLE searchindex USING fts5 (body, personal, content='searchdocs', content_rowid='docid', tokenize="ascii tokenchars '='", prefix='1 2 3 4 5 6 7 8');
CREATE TRIGGER searchdocs_insert AFTER INSERT ON searchdocs BEGIN
  INSERT INTO searchindex (rowid, body, personal) VALUES (new.docid, new.body, new.personal);
END;
CREATE TRIGGER searchdocs_delete AFTER DELETE ON searchdocs BEGIN
  INSERT INTO searchindex (searchindex, rowid, body, personal) VALUES ('delete', old.docid, old.body, old.personal);
END;
CREATE TRIGGER searchdocs_update AFTER UPDATE OF body, personal ON searchdocs BEGIN
  INSERT INTO searchindex (searchindex, rowid, body, personal) VALUES ('delete', old.docid, old.body, old.personal);
  INSERT INTO searchindex (rowid, body, personal) VALUES (new.docid, new.body, new.personal);
END;
CREATE VIRTUAL TABLE searchwords USING fts5vocab (searchindex, row);

-- Identifiers: asset number, host name, serial number, IP and MAC address, without separators if they have letters.
CREATE TABLE searchkeys (
  key TEXT NOT NULL,
  docid INTEGER NOT NULL REFERENCES searchdocs (docid) ON DELETE CASCADE,
  PRIMARY KEY (key, docid)
) STRICT, WITHOUT ROWID;
CREATE INDEX searchkeys_doc ON searchkeys (docid);
