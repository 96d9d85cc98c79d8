-- The unknown names in the file of an import with suggestions, their number, and the number of records created for them by register.
ALTER TABLE importrows ADD COLUMN unknownvalues TEXT NOT NULL DEFAULT '[]';
ALTER TABLE importrows ADD COLUMN unknowntotal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE importrows ADD COLUMN created TEXT NOT NULL DEFAULT '{}';
