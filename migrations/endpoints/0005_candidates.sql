-- Who showed the shared key is told apart from others who ask for the same PC: strangers must not keep a PC that knows
-- the key from being seen, nor pass for it.
ALTER TABLE enrollmentcandidates ADD COLUMN iskeyed INTEGER NOT NULL DEFAULT 0;
