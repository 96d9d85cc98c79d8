import type { WriteContext } from '../../kit/data/tx.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { createRole, listRoles } from '../identity/index.ts';

/** Permissions that concern the appliance itself instead of the plant. */
const ADMIN_PERMISSIONS = new Set(['settings.edit', 'apitokens.create']);

const endsIn = (...verbs: string[]) => {
  const ends = new Set(verbs);
  return (permission: string) => ends.has(permission.slice(permission.lastIndexOf('.') + 1));
};

const ROLES: { rolename: string; description: string; color: string; has(permission: string): boolean }[] = [
  {
    rolename: 'viewer',
    description: 'Can view all assets and change nothing',
    color: 'gray',
    has: endsIn('view', 'download'),
  },
  {
    rolename: 'technician',
    description: 'Can add and change assets, but not delete them',
    color: 'blue',
    has: endsIn('view', 'download', 'create', 'edit', 'share'),
  },
  {
    rolename: 'manager',
    description: 'Can add, change and delete assets',
    color: 'violet',
    has: endsIn('view', 'download', 'create', 'edit', 'delete', 'manage', 'publish', 'share'),
  },
];

/**
 * Adds the missing starter roles, each with its part of the permissions of the enabled features and plugins.
 * Returns the number of added roles.
 */
export function seedStarterRoles(host: Host, context: WriteContext): number {
  const existing = new Set(listRoles(host).map(({ rolename }) => foldName(rolename)));
  const permissions = host.contributions.permissions
    .flatMap(({ permissions: declared }) => declared.map(({ name }) => name))
    .filter((name) => !ADMIN_PERMISSIONS.has(name));
  const missing = ROLES.filter(({ rolename }) => !existing.has(rolename));
  for (const { has, ...role } of missing)
    createRole(host, { ...context }, { ...role, permissions: permissions.filter(has) });
  return missing.length;
}
