-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE computers ADD COLUMN hostnamesortkey TEXT;
DROP INDEX computers_hostname;
CREATE INDEX computers_hostname ON computers (hostnamesortkey, computerid);
DROP INDEX computers_type;
CREATE INDEX computers_type ON computers (computertypeid, hostnamesortkey);
DROP INDEX computers_os;
CREATE INDEX computers_os ON computers (osid, hostnamesortkey);
ALTER TABLE computertypes ADD COLUMN computertypesortkey TEXT;
CREATE INDEX computertypes_computertypesort ON computertypes (computertypesortkey, computertypeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
