-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE warranties ADD COLUMN warrantynamesortkey TEXT;
ALTER TABLE warranties ADD COLUMN contractnumbersortkey TEXT;
CREATE INDEX warranties_namesort ON warranties (warrantynamesortkey, warrantyid);
CREATE INDEX warranties_contractsort ON warranties (contractnumbersortkey, warrantyid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
