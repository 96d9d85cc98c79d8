import { z } from 'zod';
import { isRestoreUnderWay, restoreStatus } from '../../kit/backup/backup-store.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { begunRestore, FirstRestore } from '../appliancebackups/index.ts';
import {
  describeUser,
  ensureAdminRole,
  firstAdminBody,
  insertUser,
  readUser,
  userCount,
  userRecord,
} from '../identity/index.ts';
import { userroles } from '../identity/tables.ts';
import { addressRoute } from './addresses.ts';
import { setupEnds } from './queries.ts';
import { SetupCode } from './setup-code.ts';
import { seedStarterVendors } from './starter.ts';
import { seedStarterRoles } from './starter-roles.ts';

const setupDoneError = () =>
  new AppError('SETUP_DONE', 'The first admin of this appliance already exists. Sign in instead.');

const countUsers = (host: Host) => host.db.read((reader) => userCount.get(reader)!.n);

function refuseUsed(host: Host): void {
  if (countUsers(host) > 0) throw setupDoneError();
}

/** Throws 409 during a restore, because the new admin would be lost with the replaced data. */
function refuseRestoring(host: Host): void {
  if (isRestoreUnderWay(host.getInstance(FirstRestore).restoring))
    throw new AppError('CONFLICT', 'A backup is being restored. Wait until the restore finishes.');
}

function restoreFirst(host: Host, call: Call, setupcode: string | undefined) {
  refuseUsed(host);
  host.getInstance(SetupCode).check(call, setupcode);
  return host.getInstance(FirstRestore).run(call.context, call.req, () => refuseUsed(host));
}

async function createFirstAdmin(
  host: Host,
  call: Call,
  { setupcode, ...input }: z.output<typeof firstAdminBody>,
) {
  refuseUsed(host);
  refuseRestoring(host);
  host.getInstance(SetupCode).check(call, setupcode);
  const passwordhash = await host.passwords.hash(input.password, call.context);
  return host.db.transact(call.context, 'identity.user.created', (tx) => {
    // The number of users is checked again inside the transaction, so that only one of many parallel calls
    // succeeds.
    if (userCount.get(tx)!.n > 0) throw setupDoneError();
    refuseRestoring(host);
    const userid = insertUser(tx, { ...input, mustchangepassword: false }, passwordhash, 'owner');
    tx.insert(userroles, { userid, roleid: ensureAdminRole(tx) });
    tx.audit({ entitytype: 'user', entityid: userid, details: { first: true } });
    return describeUser(tx, readUser(tx, userid), () => false);
  }).value;
}

function setupRoutes(host: Host): readonly Api[] {
  return [
    api('/api/setup')
      .get(
        '/needs-admin',
        ({ call }) => {
          const needsadmin = countUsers(host) === 0;
          return {
            needsadmin,
            needscode: needsadmin && !call.isFromThisServer(),
            restoring: needsadmin ? host.getInstance(FirstRestore).publicState : null,
          };
        },
        routeOptions({
          access: 'open',
          summary: 'Whether the appliance still needs its first admin',
          responseSchema: z.object({
            needsadmin: z.boolean(),
            needscode: z.boolean().meta({ description: 'Whether the caller must send the setup code.' }),
            restoring: restoreStatus.nullable().meta({ description: 'Progress of the restore of a backup.' }),
          }),
        }),
      )
      .post(
        '/create-admin',
        ({ call, body }) => createFirstAdmin(host, call, body),
        routeOptions({
          access: 'open',
          summary: 'Create the first admin',
          body: firstAdminBody,
          responseSchema: userRecord,
          status: 201,
        }),
      )
      .post(
        '/seed-reference',
        ({ call: { context } }) => {
          host.db.transact(context, 'platform.reference.seeded', (tx) => {
            ensureAdminRole(tx);
            tx.audit({ entitytype: 'setup', entityid: null });
          });
          host.contributions.seed(host, context);
          return { settings: host.settings.writeDefaults({ ...context }) };
        },
        routeOptions({
          access: 'admin',
          summary: 'Create missing reference data, roles and default settings',
          responseSchema: z.object({ settings: z.int() }),
        }),
      )
      .post(
        '/seed-starter',
        ({ call: { context } }) => ({
          vendors: seedStarterVendors(host, context),
          roles: seedStarterRoles(host, context),
        }),
        routeOptions({
          access: 'admin',
          summary: 'Add common vendors and the roles viewer, technician and manager',
          responseSchema: z.object({ vendors: z.int(), roles: z.int() }),
        }),
      )
      .post(
        '/complete',
        ({ call: { context } }) => {
          host.settings.set(context, 'setup_complete', 'true');
          return { setup_complete: true };
        },
        routeOptions({
          access: 'admin',
          summary: 'Finish the setup',
          responseSchema: z.object({ setup_complete: z.boolean() }),
        }),
      ),
  ];
}

const restoreRoute = (host: Host): Api =>
  api('/api/setup').post(
    '/restore',
    ({ call, query: { setupcode } }) => restoreFirst(host, call, setupcode),
    routeOptions({
      access: 'open',
      summary:
        'Restore a backup on a new appliance without users; `X-Backup-Passphrase` (percent-encoded UTF-8) decrypts it',
      query: z.object({ setupcode: z.string().max(100).optional() }),
      raw: { type: 'application/octet-stream' },
      responseSchema: begunRestore,
      status: 202,
    }),
  );

export { SetupCode } from './setup-code.ts';

/** The first start: creation of the first admin and of the reference data. */
export const setup = definePlugin({
  id: 'setup',
  title: 'Setup',
  description: 'First-run setup',
  core: true,
  attention: [
    {
      key: 'setup',
      topic: 'setup',
      title: 'Finish setup: plant name and anonymous access',
      severity: 'critical',
      needs: 'admin',
      href: '/setup',
      count: (reader) => (setupEnds.get(reader) ? 0 : 1),
    },
  ],
  routes: (host) => [...setupRoutes(host), restoreRoute(host), addressRoute(host)],
});
