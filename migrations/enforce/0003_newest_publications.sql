-- Finds the publications that are in progress.
CREATE INDEX enforcesnapshots_created ON enforcesnapshots (createddate, scopeid);
