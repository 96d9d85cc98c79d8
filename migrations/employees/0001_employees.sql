-- The people of the plant where no HR database is asked: who they are, their team, their role and their photo. An SSO is
-- text: its leading zeros count. The full name is kept beside its parts, so that lists sort and the log names by it.
CREATE TABLE employees (
  employeeid INTEGER PRIMARY KEY AUTOINCREMENT,
  sso TEXT NOT NULL UNIQUE,
  firstname TEXT NOT NULL COLLATE NOCASE,
  lastname TEXT NOT NULL COLLATE NOCASE,
  fullname TEXT NOT NULL COLLATE NOCASE,
  team TEXT COLLATE NOCASE,
  role TEXT COLLATE NOCASE,
  picture TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX employees_sso ON employees (sso, employeeid);
CREATE INDEX employees_first ON employees (firstname, employeeid);
CREATE INDEX employees_last ON employees (lastname, employeeid);
CREATE INDEX employees_full ON employees (fullname, employeeid);
CREATE INDEX employees_team ON employees (team, lastname, employeeid);
CREATE INDEX employees_role ON employees (role, lastname, employeeid);
CREATE INDEX employees_picture ON employees (picture);
CREATE INDEX employees_created ON employees (createddate, employeeid);
CREATE INDEX employees_modified ON employees (modifieddate, employeeid);
