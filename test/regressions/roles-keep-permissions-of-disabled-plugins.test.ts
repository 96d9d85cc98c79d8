import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rolepermissions } from '../../src/features/identity/tables.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const ROLES = '/api/users/roles';
const GONE = 'disabledplugin.view';

/** Creates a role with a permission of a plugin that is disabled now. */
async function createRole(): Promise<number> {
  const { roleid } = (await site.admin.post(ROLES, { rolename: 'Fitter', permissions: [] })).data;
  site.app.host.db.transact(createSystemContext(), 'identity.role.updated', (tx) => {
    tx.insert(rolepermissions, { roleid, permission: GONE });
    tx.audit({ entitytype: 'role', entityid: roleid });
  });
  return roleid;
}

test('a role keeps the permission of a disabled plugin when another permission is added', async () => {
  const roleid = await createRole();
  const saved = await site.admin.put(`${ROLES}/${roleid}`, { permissions: [GONE, 'assets.create'] });
  expect([saved.status, saved.data.permissions.sort()]).toEqual([200, ['assets.create', GONE]]);
  const unknown = await site.admin.put(`${ROLES}/${roleid}`, { permissions: [GONE, 'no.such'] });
  expect([unknown.status, unknown.error.message]).toEqual([
    400,
    expect.stringContaining('Unknown permission: no.such.'),
  ]);
});
