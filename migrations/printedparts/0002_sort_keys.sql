-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE printedpartitems ADD COLUMN itemcodesortkey TEXT;
ALTER TABLE printedpartitems ADD COLUMN namesortkey TEXT;
ALTER TABLE printedpartitems ADD COLUMN gagelabtagsortkey TEXT;
DROP INDEX printedpartitems_code;
CREATE INDEX printedpartitems_code ON printedpartitems (itemcodesortkey, itemid);
CREATE INDEX printedpartitems_tagsort ON printedpartitems (gagelabtagsortkey, itemid);
CREATE INDEX printedpartitems_namesort ON printedpartitems (namesortkey, itemid);
DROP INDEX printedpartitems_team;
CREATE INDEX printedpartitems_team ON printedpartitems (supportteamid, itemcodesortkey, itemid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
