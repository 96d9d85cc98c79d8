-- The choices of an import for its columns and values, the files that they fit (a hash of register and headers, of committed imports),
-- and the choices of an earlier import that a dry run offers.
ALTER TABLE importrows ADD COLUMN shape TEXT;
ALTER TABLE importrows ADD COLUMN choices TEXT NOT NULL DEFAULT '{}';
ALTER TABLE importrows ADD COLUMN previous TEXT;
CREATE INDEX importrows_shape ON importrows (shape, importid) WHERE shape IS NOT NULL;
