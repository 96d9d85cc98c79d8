import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { ACTION_DESCRIPTIONS, ACTIONS } from '../actions.ts';
import { permissions } from '../manifest.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const PATH = '/api/endpoints/commands';
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

async function queueCommand(
  hostname: string,
  body: object = { action: 'message', parameters: { text: 'Hello' } },
) {
  const { assetid, agent } = await createEnrolledPc(site, hostname);
  const { data, status, text } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, body);
  if (status !== 201) throw new Error(text);
  return { agent, commandid: data.commandid as number };
}

test('a command has the same content as in the list, and an unknown id returns 404', async () => {
  const { agent, commandid } = await queueCommand('one-1');
  await agent.get(`${PATH}/next?wait=0`);
  await agent.post(`${PATH}/${commandid}/result`, { status: 'failed', exitcode: 3, output: 'No session.' });
  const { status, data } = await site.admin.get(`${PATH}/${commandid}`);
  const [listed] = (await site.admin.get(PATH)).data;
  expect([status, data]).toEqual([200, listed]);
  expect([data.output, data.hostname, data.username]).toEqual(['No session.', 'one-1', 'admin']);
  const missing = await site.admin.get(`${PATH}/999999`);
  expect([missing.status, missing.error.message]).toEqual([404, 'Command was not found.']);
  expect((await site.admin.get(`${PATH}/none`)).status).toBe(404);
});

test('a command needs the permission of the list, and only issuers see the requester', async () => {
  const { agent, commandid } = await queueCommand('one-2');
  const issuer = await site.userWith('endpoints.view', 'endpoints.runscript');
  expect((await issuer.get(`${PATH}/${commandid}`)).data.username).toBe('admin');
  const viewer = await site.userWith('endpoints.view');
  const { status, data } = await viewer.get(`${PATH}/${commandid}`);
  expect([status, data.username, data.userid]).toEqual([200, null, null]);
  expect(data).toEqual((await viewer.get(PATH)).data[0]);
  expect((await (await site.userWith('assets.view')).get(`${PATH}/${commandid}`)).status).toBe(403);
  expect((await site.anonymous.get(`${PATH}/${commandid}`)).status).toBe(401);
  expect((await agent.get(`${PATH}/${commandid}`)).status).toBe(401);
});

test('the route of the next command still works beside the route of one command', async () => {
  const { agent, commandid } = await queueCommand('one-3');
  expect((await agent.get(`${PATH}/next?wait=0`)).data.commandid).toBe(commandid);
});

test('the error of a refused action contains its title, and its details contain its code', async () => {
  const { assetid } = await createEnrolledPc(site, 'one-4');
  const body = { action: 'reboot', parameters: {} };
  const { status, error } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, body);
  expect([status, error.message]).toEqual([
    403,
    'The policy "Standard" does not allow "Restart PC" on this PC.',
  ]);
  expect(error.details).toEqual({ policy: 'Standard', action: 'reboot' });
});

test('each action has its own title, a sentence and an existing permission', () => {
  const titles = ACTIONS.map((action) => ACTION_DESCRIPTIONS[action].title);
  expect(new Set(titles).size).toBe(ACTIONS.length);
  for (const action of ACTIONS) {
    const described = ACTION_DESCRIPTIONS[action];
    expect([action, described.description]).toEqual([action, expect.stringMatching(/^[A-Z].*\.$/)]);
    if ('needs' in described) expect(Object.keys(permissions)).toContain(described.needs);
  }
});
