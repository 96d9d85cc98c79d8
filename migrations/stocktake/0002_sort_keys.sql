-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE stocktakes ADD COLUMN titlesortkey TEXT;
CREATE INDEX stocktakes_titlesort ON stocktakes (titlesortkey, stocktakeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
