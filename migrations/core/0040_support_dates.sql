-- Where the end of support comes from: 'vendor' for the dates that ship with the product, 'manual' for a date that
-- a user entered or cleared. Existing dates come from users.
ALTER TABLE operatingsystems ADD COLUMN endofsupportsource TEXT CHECK (endofsupportsource IN ('vendor', 'manual'));
UPDATE operatingsystems SET endofsupportsource = 'manual' WHERE endofsupport IS NOT NULL;
