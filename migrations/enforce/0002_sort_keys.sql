-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE enforcescopes ADD COLUMN sortnamesortkey TEXT;
ALTER TABLE enforcescopes ADD COLUMN scopenamesortkey TEXT;
CREATE INDEX enforcescopes_sortnamesort ON enforcescopes (sortnamesortkey, scopeid);
DROP INDEX enforcescopes_phase;
CREATE INDEX enforcescopes_phase ON enforcescopes (phase, sortnamesortkey, scopeid);
CREATE INDEX enforcescopes_scopenamesort ON enforcescopes (scopenamesortkey, scopeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
