import type { ColumnChanges } from '../../kit/data/columns.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import { adminRole, allRoles, permissionsOfRole, roleByName, usersOfRole } from './role-queries.ts';
import { type RoleRow, rolepermissions, roles } from './tables.ts';

export interface RoleInput {
  rolename?: string;
  description?: string | null;
  color?: string | null;
  permissions?: string[];
}

/**
 * Lists the roles with their permissions and the number of their users, the admin role first, then by name.
 * The admin role has every permission.
 */
export function listRoles(host: Host) {
  return host.db.read((reader) => allRoles.all(reader).map((role) => describeRole(host, reader, role)));
}

/** Returns a role with its permissions and the number of its users. The admin role has all declared ones. */
export function describeRole(host: Host, reader: Reader, role: RoleRow) {
  const { roleid } = role;
  const granted = permissionsOfRole.all(reader, { roleid });
  const permissions = role.isadmin === 1 ? listPermissionKeys(host) : granted.map((row) => row.permission);
  const usercount = usersOfRole.get(reader, { roleid })!.n;
  return { ...role, isadmin: role.isadmin === 1, permissions, usercount };
}

/** Returns the permissions of the enabled features and plugins, sorted. */
export const listPermissionKeys = (host: Host): string[] =>
  host.contributions.permissions
    .flatMap(({ permissions }) => permissions)
    .map((permission) => permission.name)
    .sort();

/** Lists the permissions, sorted and by feature, and the scopes of service tokens. */
export function listPermissions(host: Host) {
  const { permissions: groups, serviceScopes: servicescopes } = host.contributions;
  return { permissions: listPermissionKeys(host), groups, servicescopes };
}

/** Creates a role. Throws 409 when the name is taken, 400 for an unknown permission. */
export function createRole(host: Host, context: WriteContext, input: RoleInput) {
  const { rolename, description = null, color = null, permissions = [] } = input;
  return host.db.transact(context, 'identity.role.created', (tx) => {
    if (roleByName.get(tx, { rolename: rolename! }))
      throw conflict('rolename', `A role named ${rolename} already exists.`);
    const roleid = tx.insert(roles, { rolename: rolename!, description, color });
    grant(host, tx, roleid, permissions);
    tx.audit({ entitytype: 'role', entityid: roleid, details: { permissions } });
    return describeRole(host, tx, tx.row(roles, roleid)!);
  }).value;
}

/**
 * Changes description, color and permissions of a role; missing fields stay. `permissions` replaces all
 * previous ones. The name never changes. Throws 404 for an unknown role, 400 for an unknown permission, 409
 * for permissions of the admin role. Throws 409 STALE_WRITE when the role has changed since the version in
 * `unless`.
 */
export function changeRole(
  host: Host,
  context: WriteContext,
  roleid: number,
  input: RoleInput,
  unless: Staleness,
) {
  return host.db.transact(context, 'identity.role.updated', (tx) => {
    const role = existingRole(tx, roleid);
    refuseStale(role.modifieddate, unless);
    if (role.isadmin === 1 && input.permissions) {
      throw new AppError('CONFLICT', 'The admin role has all permissions. You cannot change them.');
    }
    const changes: ColumnChanges<typeof roles> = {};
    if (input.description !== undefined) changes.description = input.description;
    if (input.color !== undefined) changes.color = input.color;
    tx.update(roles, roleid, changes);
    if (input.permissions) grant(host, tx, roleid, input.permissions);
    if (tx.journal.length > 0) tx.bumpModified(roles, roleid);
    tx.audit({
      entitytype: 'role',
      entityid: roleid,
      details: input.permissions ? { permissions: input.permissions } : {},
    });
    return describeRole(host, tx, tx.row(roles, roleid)!);
  }).value;
}

/**
 * Deletes a role. Throws 404 and 409 STALE_WRITE as `changeRole` does, 409 for the admin role and for a role
 * that a user has.
 */
export function deleteRole(host: Host, context: WriteContext, roleid: number, unless: Staleness): void {
  host.db.transact(context, 'identity.role.deleted', (tx) => {
    const role = existingRole(tx, roleid);
    refuseStale(role.modifieddate, unless);
    if (role.isadmin === 1) throw new AppError('CONFLICT', 'You cannot delete the admin role.');
    const users = usersOfRole.get(tx, { roleid })!.n;
    if (users > 0)
      throw new AppError('IN_USE', `${users} users have this role. Assign them another role first.`, {
        references: { users },
      });
    for (const row of permissionsOfRole.all(tx, { roleid })) tx.delete(rolepermissions, row.rolepermissionid);
    tx.delete(roles, roleid);
    tx.audit({ entitytype: 'role', entityid: roleid });
  });
}

/** Returns the ID of the admin role. Creates the role when it is missing. */
export function ensureAdminRole(tx: Tx): number {
  return (
    adminRole.get(tx)?.roleid ??
    tx.insert(roles, { rolename: 'admin', description: 'Can do everything', color: 'red', isadmin: 1 })
  );
}

function existingRole(tx: Tx, roleid: number): RoleRow {
  const role = tx.row(roles, roleid);
  if (!role) throw notFound('Role');
  return role;
}

function grant(host: Host, tx: Tx, roleid: number, permissions: string[]): void {
  const granted = permissionsOfRole.all(tx, { roleid });
  const has = new Set(granted.map((row) => row.permission));
  // A role keeps the permissions of a disabled plugin, and callers send them back.
  const allowed = new Set([...listPermissionKeys(host), ...has]);
  const unknown = permissions.filter((permission) => !allowed.has(permission));
  if (unknown.length > 0) throw invalid('permissions', `Unknown permission: ${unknown.join(', ')}.`);
  for (const row of granted)
    if (!permissions.includes(row.permission)) tx.delete(rolepermissions, row.rolepermissionid);
  for (const permission of new Set(permissions))
    if (!has.has(permission)) tx.insert(rolepermissions, { roleid, permission });
}
