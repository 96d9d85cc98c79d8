import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type FleetStage, startFleet } from './fleet-stage.ts';
import { MARA, signIn } from './mara.ts';
import { DESK, findPageFaults, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

let fleet: FleetStage;
beforeEach(async () => {
  fleet = await startFleet();
});
afterEach(() => fleet?.stop());

/** Creates one of each thing that the pages show. */
async function fillFleet(): Promise<void> {
  const agent = await fleet.enrol('press-7');
  const commandid = await fleet.runScript('press-7');
  await agent('GET', '/commands/next?wait=0');
  const result = { status: 'failed', exitcode: 5, output: 'Access is denied.', durationms: 1200 };
  await agent('POST', `/commands/${commandid}/result`, result);
  const checks = [{ name: 'disk', level: 'degraded', message: '2 % left' }];
  await agent('POST', '/checkin', { agentversion: '0.1.0', checks });
  for (const nonce of ['b2', 'c3']) await fleet.ask('press-8', nonce.repeat(32), 'SN-other');
  const policy = { policyname: 'Presses', scope: { hostname: 'press-7' }, allowedactions: ['reboot'] };
  await fleet.send('POST', '/endpoints/policies', policy);
  const body = 'Stop-Service Spooler\nStart-Service Spooler\n';
  await fleet.send('PUT', `/endpoints/scripts/${fleet.scriptid}`, { body });
}

test.each(['light', 'dark'] as const)('the pages of the fleet are readable in %s colors', async (scheme) => {
  await fillFleet();
  const paths = [
    '/computers?managed=true',
    `/assets/${fleet.pcs['press-7']}?tab=agent`,
    '/endpoints/enrollment',
    '/endpoints/enrollment?tab=approved',
    '/endpoints/commands',
    '/endpoints/policies',
    '/endpoints/policies/1/edit',
    '/endpoints/scripts/1?tab=revisions',
    '/endpoints/scripts/1/edit',
  ];
  expect(await findPageFaults(fleet, paths, scheme)).toEqual([]);
});

test('the PC pages offer no action to a user without permissions for it', async () => {
  const { page } = fleet.session;
  await fleet.runScript('press-7');
  await fleet.enrol('press-7');
  await page.setViewportSize(DESK);
  const role = await fleet.send('POST', '/users/roles', {
    rolename: 'Looks on',
    permissions: ['endpoints.view', 'assets.view', 'computers.view'],
  });
  const { roleid } = role.data as { roleid: number };
  const ina = { ...MARA, username: 'ina', email: 'ina@fleet.example' };
  await fleet.send('POST', '/users', {
    ...ina,
    roles: [roleid],
    mustchangepassword: false,
    sendwelcome: false,
  });
  await page.evaluate(() => localStorage.clear());
  await signIn(page, fleet.url, ina.username);
  await page.goto(`${fleet.url}/assets/${fleet.pcs['press-7']}?tab=agent`);
  await page.getByRole('table', { name: 'Commands' }).getByText('Run script').waitFor();
  expect(await page.getByRole('button', { name: /Run command|^Lock$|Revoke|Cancel/ }).count()).toBe(0);
  await page.goto(`${fleet.url}/computers`);
  await page.getByRole('link', { name: 'press-7' }).waitFor();
  expect(await page.getByRole('link', { name: 'Enrollment' }).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Run command' }).count()).toBe(0);
  await page.goto(`${fleet.url}/endpoints/enrollment`);
  await page.getByText('Access denied').waitFor();
});
