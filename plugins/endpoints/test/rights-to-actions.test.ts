import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  ACTION_DESCRIPTIONS,
  ACTIONS,
  type Action,
  GENERAL_PERMISSIONS,
  listIssuePermissions,
  listViewPermissions,
  requiredPermissionsOf,
} from '../actions.ts';
import { permissions } from '../manifest.ts';
import { createPc } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const all = { policyname: 'All', allowedactions: ACTIONS, scope: {} };
  expect((await site.admin.post('/api/endpoints/policies', all)).status).toBe(201);
});
afterAll(() => site.stop());

type Permission = keyof typeof permissions;
const PERMISSIONS = Object.keys(permissions) as Permission[];

/** Creates the parameters that each action needs. */
async function parameters(): Promise<Partial<Record<Action, Record<string, unknown>>>> {
  const create = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  const { scriptid } = await create('/api/endpoints/scripts', { scriptname: 'Hello', body: 'echo' });
  const { appid } = await create('/api/applications', { appname: 'CAD' });
  const { appversionid } = await create(`/api/applications/${appid}/versions`, { version: '1.0' });
  return {
    message: { text: 'Hello' },
    run_script: { scriptid },
    update_app: { appid, appversionid },
    scheduledtask_run: { taskname: 'Backup' },
    collect_log: { path: '/var/log/syslog' },
  };
}

test('an action needs its own permission, or one of the general ones when it has none', async () => {
  const parametersByAction = await parameters();
  const assetid = await createPc(site, 'rights-1');
  for (const permission of PERMISSIONS) {
    const person = await site.userWith(permission);
    for (const action of ACTIONS) {
      const { needs } = ACTION_DESCRIPTIONS[action] as { needs?: Permission };
      const may = needs
        ? needs === permission
        : (GENERAL_PERMISSIONS as readonly string[]).includes(permission);
      const body = { action, parameters: parametersByAction[action] ?? {} };
      const one = await person.post(`/api/endpoints/asset/${assetid}/commands`, body);
      // The version of this agent is unknown, so a log command returns 409.
      const good = action === 'collect_log' ? 409 : 201;
      expect([permission, action, one.status]).toEqual([permission, action, may ? good : 403]);
      const many = await person.post('/api/endpoints/commands/bulk', { ...body, assetids: [assetid] });
      expect([permission, action, many.status]).toEqual([permission, action, may ? 201 : 403]);
    }
  }
});

test('an action permission covers its action only, and opens the command list', () => {
  const disk = {
    title: 'Ask for the biggest folders',
    description: 'The PC reports them.',
    needs: 'endpoints.lock',
  } as const;
  const actions = { ...ACTION_DESCRIPTIONS, collect_diskusage: disk };
  expect(requiredPermissionsOf(disk)).toEqual(['endpoints.lock']);
  expect(listIssuePermissions(actions)).toContain('endpoints.lock');
  expect(listViewPermissions(actions)).toEqual(['endpoints.view', 'endpoints.lock']);
  for (const action of ACTIONS)
    expect(requiredPermissionsOf(ACTION_DESCRIPTIONS[action])).not.toContain('endpoints.lock');
});
