-- 1 where things of this status are no longer used: nothing of theirs is due.
ALTER TABLE assetstatuses ADD COLUMN isretired INTEGER NOT NULL DEFAULT 0;
UPDATE assetstatuses SET isretired = 1 WHERE statusid = 4 AND status = 'Retired';
