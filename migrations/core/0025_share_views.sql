-- Whoever could share a view before it took a right of its own still may, where the starter roles stand.
INSERT OR IGNORE INTO rolepermissions (roleid, permission)
SELECT roleid, 'views.share' FROM roles WHERE lower(rolename) IN ('technician', 'manager');
