-- How many PCs have each version of each program is counted within this index alone: a million installed programs in
-- two tenths of a second instead of more than one. It also finds the PCs of a program, as the one that it replaces did.
DROP INDEX installedapps_app;
CREATE INDEX installedapps_app ON installedapps (appid, isactive, appversionid, computerid);
