-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE articles ADD COLUMN titlesortkey TEXT;
CREATE INDEX articles_titlesort ON articles (titlesortkey, articleid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
