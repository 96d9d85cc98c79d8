-- 1 while the password is one that somebody else set: only then is it changed without naming it.
ALTER TABLE users ADD COLUMN issued INTEGER NOT NULL DEFAULT 0;
UPDATE users SET issued = 1 WHERE mustchangepassword = 1;
