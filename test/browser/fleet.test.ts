import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { MARA, signIn } from './mara.ts';
import { DESK, faultsInEveryLook, faultsOf } from './readable.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
/** Of the PC "press-7", and of its agent once it has one. */
let assetid = 0;
let credential = '';
const nonce = 'a1'.repeat(32);

beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  for (const hostname of ['press-7', 'press-8', 'lab-1']) {
    const computer = { assetnumber: `PC-${hostname}`, hostname, serialnumber: `SN-${hostname}` };
    const made = (await plant.send('POST', '/computers', computer)).data as { assetid: number };
    if (hostname === 'press-7') assetid = made.assetid;
  }
  const script = { scriptname: 'Clear the spooler', body: 'Stop-Service Spooler\n' };
  await plant.send('POST', '/endpoints/scripts', script);
});
afterAll(() => plant?.stop());

/** What an agent sends; answers the data. */
async function agent(method: string, path: string, body?: object) {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (credential) headers.set('x-endpoint-credential', credential);
  const response = await fetch(`${plant.url}/api/endpoints${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.status === 204 ? undefined : ((await response.json()) as { data: never }).data;
}

const ask = (hostname: string, own: string, serialnumber = `SN-${hostname}`) =>
  agent('POST', '/enroll', { hostname, serialnumber, nonce: own, agentversion: '0.1.0' }) as Promise<
    { state: string; credential: string | null } | undefined
  >;

test('an agent asks, an admin approves it in the inbox, and the agent has its credential', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/endpoints/enrollment`);
  await page.getByText('Nobody waits').waitFor();
  expect(await ask('press-7', nonce)).toMatchObject({ state: 'pending' });
  // Nobody reloads: it comes by itself.
  const request = page.getByRole('region', { name: 'press-7' });
  await request.getByText('Host name and serial number are those of the register.').waitFor();
  await page.getByRole('button', { name: 'Approve press-7' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByText('press-7 is approved').waitFor();
  await request.waitFor({ state: 'detached' });
  const answer = await ask('press-7', nonce);
  expect(answer).toMatchObject({ state: 'enrolled' });
  credential = answer!.credential!;
  expect(plant.session.problems).toEqual([]);
});

test('of several who claim one PC the admin chooses by the fingerprint, and says which PC an unknown name is', async () => {
  const { page } = plant.session;
  const own = credential;
  credential = '';
  for (const other of ['b2', 'c3']) await ask('press-8', other.repeat(32), 'SN-other');
  await ask('laptop-77', 'd4'.repeat(32));
  credential = own;
  await page.goto(`${plant.url}/endpoints/enrollment`);
  const contested = page.getByRole('region', { name: 'press-8' });
  await contested.getByText('2 agents claim to be this PC').waitFor();
  await contested.getByRole('rowheader', { name: 'Serial number differs' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve press-8' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('Choose one of them.').waitFor();
  await dialog.getByRole('radio').last().check();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('press-8 is approved').waitFor();
  await page.getByRole('button', { name: 'Approve laptop-77' }).click();
  await dialog
    .getByRole('textbox', { name: 'Which PC is it?' })
    .or(dialog.getByRole('combobox'))
    .first()
    .fill('lab');
  await page.getByRole('option', { name: /lab-1/ }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('laptop-77 is approved').waitFor();
  await page.getByRole('tab', { name: 'Approved' }).click();
  await page.getByRole('region', { name: 'press-8' }).waitFor();
  expect(plant.session.problems).toEqual([]);
});

test('a command is run on a PC past its policy with a reason, and its result comes by itself', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/endpoints/${assetid}`);
  await page.getByRole('button', { name: 'Run a command' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run a command on press-7' });
  await dialog.getByLabel('What is to be done').selectOption('Run a script (against the policy)');
  await dialog.getByRole('button', { name: 'Run on press-7' }).click();
  await dialog.getByText('Choose the script.').waitFor();
  await dialog.getByText('Say why.').waitFor();
  await dialog
    .getByRole('textbox', { name: 'Script' })
    .or(dialog.getByRole('combobox', { name: 'Script' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Clear the spooler' }).click();
  await dialog.getByLabel('Why').fill('The queue hangs');
  await dialog.getByRole('button', { name: 'Run on press-7' }).click();
  await dialog.waitFor({ state: 'detached' });
  const commands = page.getByRole('table', { name: 'Commands' });
  await commands.getByText('Queued').waitFor();
  await page.getByText(/mara holds this PC until .*: The queue hangs/).waitFor();
  const { commandid } = (await agent('GET', '/commands/next?wait=0'))! as { commandid: number };
  const result = { status: 'failed', exitcode: 5, output: 'Access is denied.\nAt line 1', durationms: 1200 };
  await agent('POST', `/commands/${commandid}/result`, result);
  await commands.getByText('exit code 5').waitFor();
  await commands.getByRole('button', { name: 'Run a script' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Run a script' });
  await drawer.getByText('mara, past the policy').waitFor();
  expect(await drawer.getByRole('region', { name: 'Output' }).innerText()).toContain('At line 1');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Run a script');
  await page.getByRole('table', { name: 'Activity' }).getByText('Failed').waitFor();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('press-7 is unlocked.').waitFor();
  expect(plant.session.problems).toEqual([]);
});

test('a script is run from its page, and that every PC is meant has to be said', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/endpoints/scripts`);
  await page.getByRole('link', { name: 'Clear the spooler' }).click();
  await page.getByRole('button', { name: 'Run this script' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const run = dialog.getByRole('button', { name: /^Run on \d+ PCs$/ });
  // What every policy would refuse is not sent.
  await dialog.getByText('The policy “Standard” does not allow this on any of these').waitFor();
  expect(await run.isDisabled()).toBe(true);
  const allowing = { policyname: 'Presses beside', scope: { hostname: 'press-8' }, priority: -10 };
  const allowedactions = ['run_script', 'reboot', 'message'];
  await plant.send('POST', '/endpoints/policies', { ...allowing, allowedactions });
  await page.reload();
  await page.getByRole('button', { name: 'Run this script' }).press('Enter');
  await dialog
    .getByText(/^The policy “Standard” does not allow this on \d+ of \d+ PCs: those are left/)
    .waitFor();
  await run.click();
  await dialog.getByText('Say that this is what you mean.').waitFor();
  await dialog.getByRole('checkbox', { name: /^I mean every PC of the plant/ }).check();
  // What was put right is not wrong any more.
  await dialog.getByText('Say that this is what you mean.').waitFor({ state: 'detached' });
  await run.click();
  await dialog.getByRole('region', { name: 'Refused' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(plant.session.problems).toEqual([]);
});

test('the list says how PCs are without a reload, and tells many of them who got a command and who did not', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/endpoints?verdict=notok`);
  await page.getByRole('button', { name: 'State is Not OK' }).waitFor();
  await page.getByRole('link', { name: 'press-7' }).waitFor();
  const checks = [{ name: 'disk', level: 'degraded', message: '2 % left' }];
  await agent('POST', '/checkin', { agentversion: '0.1.0', checks });
  await page.getByText('disk: 2 % left').waitFor();
  await page.goto(`${plant.url}/endpoints?search=press`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Run a command' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('press-7, press-8').waitFor();
  const asked = dialog.getByLabel('What is to be done');
  const grey = asked.locator('option:disabled');
  expect(await grey.allTextContents()).toContain(
    'Start a scheduled task (not allowed by “Standard”, “Presses beside”)',
  );
  await asked.selectOption('Restart the PC (not on 1 of 2 PCs)');
  await dialog.getByText('loses what is not saved').waitFor();
  await dialog.getByRole('checkbox', { name: 'I mean to restart 2 PCs' }).check();
  await dialog.getByRole('button', { name: 'Run on 2 PCs' }).click();
  await dialog.getByText('Queued for 1 PC.').waitFor();
  await dialog.getByText('Refused for 1 PC:').waitFor();
  expect(
    await dialog.getByText('The policy "Standard" does not allow "Restart the PC" on this PC.').count(),
  ).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await page.getByRole('button', { name: 'Run a command' }).click();
  await dialog.getByLabel('What is to be done').selectOption('Show a message');
  await dialog.getByLabel('Text').fill('Coffee is ready.');
  await dialog.getByRole('combobox', { name: 'Host name' }).fill('lab-1');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Run on lab-1' }).click();
  await dialog.getByText('Queued for 1 PC.').waitFor();
  await dialog.getByText('1 PC has no agent that was heard yet: there it waits until it expires.').waitFor();
  expect(await dialog.getByText('Agents fetch it within seconds').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`${plant.url}/endpoints/commands?state=queued`);
  const queued = page.getByRole('row', { name: /Show a message/ });
  await queued.getByRole('button', { name: 'Cancel: Show a message' }).click();
  await page.getByText('Show a message on lab-1 is cancelled.').waitFor();
  await queued.waitFor({ state: 'detached' });
  expect(plant.session.problems).toEqual([]);
});

test('a policy is said by names and boxes, and the differences of a script are read line by line', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/endpoints/policies`);
  const standing = page.getByRole('region', { name: 'Standard' });
  await standing.getByText('Report the inventory, Enforce settings, Sync printers, Show a message').waitFor();
  expect(await standing.getByRole('link').or(standing.getByRole('button')).count()).toBe(0);
  await page.goto(`${plant.url}/endpoints/policies/new`);
  await page.getByLabel('Policy').fill('Presses');
  await page.getByRole('combobox', { name: 'Host name' }).fill('press-7');
  await page.keyboard.press('Enter');
  await page.getByText('1 PC', { exact: true }).waitFor();
  await page.getByLabel('Restart the PC').check();
  await page.getByRole('button', { name: 'Create policy' }).click();
  await page.waitForURL(/policies\/\d+$/);
  await page.getByText('host name is press-7').waitFor();
  const [policy] = (await plant.send('GET', '/endpoints/policies')).data as object[];
  expect(policy).toMatchObject({ scope: { hostname: ['press-7'] }, allowedactions: ['reboot'] });

  await page.goto(`${plant.url}/endpoints/scripts/1/edit`);
  const editor = page.getByLabel('Text');
  await editor.press('Control+End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Start-Service Spooler');
  expect(await editor.inputValue()).toBe('Stop-Service Spooler\n\tStart-Service Spooler');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('tab', { name: 'Revisions' }).click();
  const lines = page.getByRole('table', { name: 'Lines that differ' });
  await lines.getByRole('row', { name: /added\s+Start-Service Spooler/ }).waitFor();
  expect(await page.getByRole('tab', { name: 'Revisions' }).count()).toBe(1);
  expect(plant.session.problems).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'the pages of the fleet are readable by everybody, in %s colours',
  async (scheme) => {
    const paths = [
      '/endpoints',
      `/endpoints/${assetid}`,
      '/endpoints/enrollment',
      '/endpoints/enrollment?tab=approved',
      '/endpoints/commands',
      '/endpoints/policies',
      '/endpoints/policies/1/edit',
      '/endpoints/scripts/1?tab=revisions',
      '/endpoints/scripts/1/edit',
    ];
    expect(await faultsOf(plant, paths, scheme)).toEqual([]);
  },
);

test('who may only look is offered nothing that the server would refuse', async () => {
  const { page } = plant.session;
  await page.setViewportSize(DESK);
  const role = await plant.send('POST', '/users/roles', {
    rolename: 'Looks on',
    permissions: ['endpoints.view', 'assets.view', 'computers.view'],
  });
  const { roleid } = role.data as { roleid: number };
  const ina = { ...MARA, username: 'ina', email: 'ina@plant.example' };
  await plant.send('POST', '/users', {
    ...ina,
    roles: [roleid],
    mustchangepassword: false,
    sendwelcome: false,
  });
  await page.evaluate(() => localStorage.clear());
  await signIn(page, plant.url, ina.username);
  await page.goto(`${plant.url}/endpoints/${assetid}`);
  await page.getByRole('table', { name: 'Commands' }).getByText('Run a script').waitFor();
  expect(await page.getByRole('button', { name: /Run a command|^Lock$|Revoke|Cancel/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Enrollment' }).count()).toBe(0);
  await page.goto(`${plant.url}/endpoints`);
  await page.getByRole('link', { name: 'press-7' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Run a command' }).count()).toBe(0);
  await page.goto(`${plant.url}/endpoints/enrollment`);
  await page.getByText('You may not see this').waitFor();
});
