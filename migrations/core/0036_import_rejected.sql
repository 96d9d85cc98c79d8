-- The header of the file of an import, and the cells of its rejected rows in their order, as JSON lists.
ALTER TABLE importrows ADD COLUMN headers TEXT NOT NULL DEFAULT '[]';
ALTER TABLE importrows ADD COLUMN rejected TEXT NOT NULL DEFAULT '[]';
