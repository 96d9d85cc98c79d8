-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE measuringtools ADD COLUMN gagelabtagsortkey TEXT;
CREATE INDEX measuringtools_tagsort ON measuringtools (gagelabtagsortkey, measuringtoolid);
ALTER TABLE measuringtooltypes ADD COLUMN measuringtooltypesortkey TEXT;
CREATE INDEX measuringtooltypes_measuringtooltypesort ON measuringtooltypes (measuringtooltypesortkey, measuringtooltypeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
