import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Host } from '../host.ts';
import { type Route, route } from '../http/route.ts';
import { hashPassword } from '../identity/passwords.ts';
import { ensureAdminRole } from '../identity/roles.ts';
import { firstAdmin, user as userRecord } from '../identity/schemas.ts';
import { existingUser, insertUser, userView } from '../identity/users.ts';
import { definePlugin } from '../plugin.ts';
import { seedStarterVendors } from './starter.ts';

const countUsers = (host: Host) =>
  host.db.read((reader) => reader.value<number>('SELECT count(*) FROM users')) ?? 0;

async function createFirstAdmin(
  host: Host,
  context: Parameters<Host['db']['transact']>[0],
  input: z.output<typeof firstAdmin>,
) {
  const done = () =>
    new AppError('SETUP_DONE', 'This appliance has its first admin already. Sign in instead.');
  if (countUsers(host) > 0) throw done();
  const passwordhash = await hashPassword(input.password);
  return host.db.transact(context, (tx) => {
    // Looked at again inside the transaction: of many parallel calls one finds nobody here.
    if (tx.value<number>('SELECT count(*) FROM users')) throw done();
    const userid = insertUser(tx, { ...input, mustchangepassword: false }, passwordhash);
    tx.insert('userroles', { userid, roleid: ensureAdminRole(tx) });
    tx.audit({
      action: 'identity.user.created',
      entitytype: 'user',
      entityid: userid,
      details: { first: true },
      undoable: false,
    });
    return userView(tx, existingUser(tx, userid), () => false);
  });
}

function setupRoutes(host: Host): Route[] {
  return [
    route(
      'GET',
      '/api/setup/needs-admin',
      {
        access: 'open',
        summary: 'Whether the first admin is still missing',
        response: z.object({ needsadmin: z.boolean() }),
      },
      () => ({ needsadmin: countUsers(host) === 0 }),
    ),
    route(
      'POST',
      '/api/setup/create-admin',
      {
        access: 'open',
        summary: 'Create the first admin',
        body: firstAdmin,
        response: userRecord,
        status: 201,
      },
      ({ context, body }) => createFirstAdmin(host, context, body),
    ),
    route(
      'POST',
      '/api/setup/seed-reference',
      {
        access: 'admin',
        summary: 'Make sure that reference data, roles and default settings are there',
        response: z.object({ settings: z.int() }),
      },
      ({ context }) => {
        host.db.transact(context, (tx) => {
          ensureAdminRole(tx);
          tx.audit({ action: 'platform.reference.seeded', entitytype: 'setup', entityid: null });
        });
        for (const plugin of host.plugins) plugin.seed?.(host, { ...context });
        return { settings: host.settings.seed({ ...context }) };
      },
    ),
    route(
      'POST',
      '/api/setup/seed-starter',
      { access: 'admin', summary: 'Add well-known vendors', response: z.object({ vendors: z.int() }) },
      ({ context }) => ({ vendors: seedStarterVendors(host, context) }),
    ),
    route(
      'POST',
      '/api/setup/complete',
      { access: 'admin', summary: 'Finish the setup', response: z.object({ setup_complete: z.boolean() }) },
      ({ context }) => {
        host.settings.set(context, 'setup_complete', 'true');
        return { setup_complete: true };
      },
    ),
  ];
}

/** From an empty machine to the first admin and the data everybody needs. */
export const setup = definePlugin({
  id: 'setup',
  title: 'Setup',
  description: 'First run',
  core: true,
  routes: setupRoutes,
});
