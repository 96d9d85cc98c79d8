import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';

export interface RoleInput {
  rolename?: string;
  description?: string | null;
  color?: string | null;
  permissions?: string[];
}

/** Roles with what they grant and how many bear them; the admin role grants everything there is. */
export function listRoles(host: Host): Row[] {
  return host.db.read((reader) =>
    reader
      .all<Row>('SELECT * FROM roles ORDER BY isadmin DESC, rolename')
      .map((role) => roleView(host, reader, role)),
  ) as Row[];
}

export function roleView(host: Host, reader: Reader, role: Row) {
  const granted = reader.all<{ permission: string }>(
    'SELECT permission FROM rolepermissions WHERE roleid = ? ORDER BY permission',
    role.roleid!,
  );
  const permissions = role.isadmin === 1 ? allPermissions(host) : granted.map((row) => row.permission);
  const usercount = reader.value<number>('SELECT count(*) FROM userroles WHERE roleid = ?', role.roleid!);
  return { ...role, isadmin: role.isadmin === 1, permissions, usercount } as unknown as Row;
}

export const allPermissions = (host: Host): string[] =>
  host.gathered.permissions
    .flatMap(({ permissions }) => permissions)
    .map((permission) => permission.name)
    .sort();

/** Flat and grouped by feature. */
export function listPermissions(host: Host) {
  return { permissions: allPermissions(host), groups: host.gathered.permissions };
}

export function createRole(host: Host, context: WriteContext, input: RoleInput): Row {
  const { rolename, description = null, color = null, permissions = [] } = input;
  return host.db.transact(context, (tx) => {
    if (tx.value('SELECT 1 FROM roles WHERE rolename = ?', rolename!))
      throw conflict('rolename', `There is a role ${rolename} already.`);
    const roleid = tx.insert('roles', { rolename: rolename!, description, color });
    grant(host, tx, roleid, permissions);
    tx.audit({
      action: 'identity.role.created',
      entitytype: 'role',
      entityid: roleid,
      details: { permissions },
    });
    return roleView(host, tx, tx.row('roles', roleid)!);
  });
}

export function changeRole(host: Host, context: WriteContext, roleid: number, input: RoleInput): Row {
  return host.db.transact(context, (tx) => {
    const role = existingRole(tx, roleid);
    if (role.isadmin === 1 && input.permissions) {
      throw new AppError(
        'CONFLICT',
        'The admin role holds every permission; its permissions cannot be changed.',
      );
    }
    const changes: Row = {};
    if (input.description !== undefined) changes.description = input.description;
    if (input.color !== undefined) changes.color = input.color;
    tx.update('roles', roleid, changes);
    if (input.permissions) grant(host, tx, roleid, input.permissions);
    tx.audit({
      action: 'identity.role.updated',
      entitytype: 'role',
      entityid: roleid,
      details: input.permissions ? { permissions: input.permissions } : {},
    });
    return roleView(host, tx, tx.row('roles', roleid)!);
  });
}

/** 409 for the admin role and for one that somebody bears. */
export function deleteRole(host: Host, context: WriteContext, roleid: number): void {
  host.db.transact(context, (tx) => {
    const role = existingRole(tx, roleid);
    if (role.isadmin === 1) throw new AppError('CONFLICT', 'The admin role cannot be deleted.');
    const users = tx.value<number>('SELECT count(*) FROM userroles WHERE roleid = ?', roleid) ?? 0;
    if (users > 0)
      throw new AppError('IN_USE', `${users} users have this role. Give them another first.`, {
        references: { users },
      });
    for (const row of tx.all<{ rolepermissionid: number }>(
      'SELECT rolepermissionid FROM rolepermissions WHERE roleid = ?',
      roleid,
    )) {
      tx.delete('rolepermissions', row.rolepermissionid);
    }
    tx.delete('roles', roleid);
    tx.audit({ action: 'identity.role.deleted', entitytype: 'role', entityid: roleid });
  });
}

/** The admin role, made when it is missing. */
export function ensureAdminRole(tx: Tx): number {
  const known = tx.value<number>('SELECT roleid FROM roles WHERE isadmin = 1');
  return (
    known ??
    tx.insert('roles', { rolename: 'admin', description: 'May do everything', color: 'red', isadmin: 1 })
  );
}

function existingRole(tx: Tx, roleid: number): Row {
  const role = tx.row('roles', roleid);
  if (!role) throw notFound('Role');
  return role;
}

function grant(host: Host, tx: Tx, roleid: number, permissions: string[]): void {
  const known = new Set(allPermissions(host));
  const unknown = permissions.filter((permission) => !known.has(permission));
  if (unknown.length > 0) throw invalid('permissions', `There is no permission ${unknown.join(', ')}.`);
  const held = tx.all<{ rolepermissionid: number; permission: string }>(
    'SELECT rolepermissionid, permission FROM rolepermissions WHERE roleid = ?',
    roleid,
  );
  for (const row of held)
    if (!permissions.includes(row.permission)) tx.delete('rolepermissions', row.rolepermissionid);
  const has = new Set(held.map((row) => row.permission));
  for (const permission of new Set(permissions))
    if (!has.has(permission)) tx.insert('rolepermissions', { roleid, permission });
}
