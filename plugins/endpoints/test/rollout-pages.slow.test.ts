import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { MARA, signIn } from '../../../test/browser/mara.ts';
import { DESK, findPageFaults } from '../../../test/browser/page-faults.ts';
import { testJourney } from '../../../test/support/step.ts';
import { AGENT_KEY, sendAsAgent } from './agent-sender.ts';

setDefaultTimeout(120_000);

const PAGES = ['/endpoints/packages', '/endpoints/bootstrap-tokens', '/endpoints/migration'] as const;
const [PACKAGES, TOKENS, WAVES] = PAGES;
const WINDOWS = 'Windows (x64)';

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  await plant.session.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

const dialog = (name?: string | RegExp) => page.getByRole('dialog', { name });
const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
/** Problems of the browser without the 400 and 409 responses that a form has shown. */
const problems = () => plant.session.problems.filter((problem) => !/\b(400|409)\b/.test(problem));

/** Builds a file that begins like an executable. */
function executable(name: string, start: readonly number[], bytes = 1000) {
  const buffer = Buffer.alloc(bytes);
  buffer.set(start);
  return { name, mimeType: 'application/octet-stream', buffer };
}
const exe = (bytes?: number) => executable('millwright.exe', [0x4d, 0x5a], bytes);
const arm = executable(
  'millwright-linux-arm64',
  [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 183, 0],
);

type File = ReturnType<typeof exe>;
const choose = (file: File) => dialog().locator('input[type=file]').setInputFiles(file);
const send = () => dialog().getByRole('button', { name: 'Upload', exact: true }).click();

/** Closes the open form without its input. */
async function discard(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog('Discard changes').getByRole('button', { name: 'Discard changes' }).click();
  await dialog().first().waitFor({ state: 'detached' });
}

async function uploadBuild(file: File, version: string) {
  await page.getByRole('button', { name: 'Upload build' }).click();
  await choose(file);
  await dialog().getByLabel('Version').fill(version);
  await send();
  await dialog().waitFor({ state: 'detached' });
}

/** Creates a PC whose agent has just checked in. */
async function pc(hostname: string, isPinned = true): Promise<number> {
  const computer = { assetnumber: `PC-${hostname}`, hostname, serialnumber: `SN-${hostname}` };
  const { assetid } = (await plant.send('POST', '/computers', computer)).data as { assetid: number };
  const identity = { hostname, serialnumber: `SN-${hostname}`, agentversion: '0.1.0' };
  const nonce = createHash('sha256').update(hostname).digest('hex');
  const enrolled = await sendAsAgent(plant.url, '', ['POST', '/enroll', { ...identity, nonce }]);
  const { credential } = enrolled as { credential: string };
  const state = {
    agentversion: '0.1.0',
    osversion: 'Windows 11',
    servertrust: { pinned: isPinned, spkipin: null },
  };
  await sendAsAgent(plant.url, credential, ['POST', '/checkin', state]);
  return assetid;
}

testJourney('the rollout pages lead an admin from a build and tokens to upgraded PCs', {
  'the package page names the source of a build, and the form names each invalid field': async () => {
    await page.goto(plant.url + PACKAGES);
    await page.getByText('No builds yet').waitFor();
    await page.getByText('millwright.exe').waitFor();
    await page.getByRole('button', { name: 'Upload build' }).click();
    await send();
    for (const missing of ['Choose the file.', 'Enter three numbers, such as 0.2.0.', 'Choose the platform.'])
      await dialog().getByText(missing).waitFor();
    await choose({ ...exe(), name: 'notes.txt', buffer: Buffer.from('Notes') });
    await dialog().getByLabel('Version').fill('0.2');
    await send();
    await dialog().getByText('notes.txt is not an executable for Windows or Linux.').waitFor();
    await dialog().getByText('Enter three numbers, such as 0.2.0.').waitFor();
    await choose(arm);
    // The file header determines the platform.
    await page.waitForFunction(() => document.querySelector('select')?.value === 'linux-arm64');
    await dialog().getByLabel('Version').fill('0.2.0');
    await dialog().getByLabel('Platform').selectOption(WINDOWS);
    await send();
    await dialog().getByText('The file runs on Linux (ARM64).').waitFor();
    await discard();
    expect(problems()).toEqual([]);
  },
  'an upload shows its progress, can be canceled, and then appears with digest and uploader': async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/endpoints/packages', async (route) => {
      if (route.request().method() === 'POST') await gate;
      await route.continue().catch(() => undefined);
    });
    const file = exe(3_000_000);
    await page.getByRole('button', { name: 'Upload build' }).click();
    await choose(file);
    await dialog().getByLabel('Version').fill('0.2.0');
    await send();
    await dialog()
      .getByText(/% sent, .* of 3 MB|All of it is sent/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The upload is canceled. Nothing was saved.').waitFor();
    release();
    await page.unroute('**/api/endpoints/packages');
    await page.getByText('No builds yet').waitFor();

    await uploadBuild(file, '0.2.0');
    const row = page.getByRole('table', { name: WINDOWS }).getByRole('row', { name: /0\.2\.0/ });
    await row.getByText('3 MB').waitFor();
    await row.getByText('by mara').waitFor();
    await row.getByRole('button', { name: 'Copy the SHA-256 of 0.2.0' }).click();
    await row.getByRole('button', { name: 'the SHA-256 of 0.2.0 copied' }).waitFor();
    expect(await readClipboard()).toBe(createHash('sha256').update(file.buffer).digest('hex'));
    expect(problems()).toEqual([]);
  },
  'the form rejects an existing version before the upload, and the server rejects it too': async () => {
    await page.getByRole('button', { name: 'Upload build' }).click();
    await choose(exe());
    await dialog().getByLabel('Version').fill('0.2.0');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/api${PACKAGES}`)) sent++;
    });
    await send();
    await dialog().getByText(`Version 0.2.0 for ${WINDOWS} is already uploaded.`).waitFor();
    expect(sent).toBe(0);
    // Simulates another user who has just uploaded the same version.
    await page.route('**/api/endpoints/packages?*version=*', (route) =>
      route.fulfill({ json: { data: [] } }),
    );
    await send();
    await dialog().getByText('Version 0.2.0 for windows-x64 is already uploaded.').waitFor();
    expect([sent, await dialog().getByRole('alert').count()]).toEqual([1, 0]);
    await page.unroute('**/api/endpoints/packages?*version=*');
    await discard();
    expect(problems()).toEqual([]);
  },
  'an admin confirms the current build, undoes the change and deletes another build': async () => {
    await page.getByRole('button', { name: `Make current: 0.2.0 for ${WINDOWS}` }).click();
    await dialog(`Make 0.2.0 current for ${WINDOWS}`).getByRole('button', { name: 'Make current' }).click();
    const table = page.getByRole('table', { name: WINDOWS });
    const current = (version: string) =>
      table.getByRole('row', { name: new RegExp(`^${version.replaceAll('.', '\\.')} Current`) }).waitFor();
    await current('0.2.0');
    await uploadBuild(exe(), '0.10.0');
    await uploadBuild(exe(), '0.1.0');
    await page.getByRole('button', { name: `Make current: 0.10.0 for ${WINDOWS}` }).click();
    await dialog().getByText('It replaces 0.2.0.').waitFor();
    await dialog().getByRole('button', { name: 'Make current' }).click();
    await current('0.10.0');
    await page.getByRole('button', { name: `Make current: 0.2.0 for ${WINDOWS}` }).click();
    await dialog().getByText('It replaces 0.10.0, which is newer (downgrade).').waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('status')
      .filter({ hasText: '0.10.0 is current' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await current('0.2.0');
    expect(await page.getByRole('button', { name: `Delete 0.2.0 for ${WINDOWS}` }).count()).toBe(0);
    await page.getByRole('button', { name: `Delete 0.1.0 for ${WINDOWS}` }).click();
    await dialog(`Delete 0.1.0 for ${WINDOWS}`).getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`0.1.0 for ${WINDOWS} is deleted.`).waitFor();
    await table.getByText('0.1.0', { exact: true }).waitFor({ state: 'detached' });
    expect(problems()).toEqual([]);
  },
  'the token page and its form ask for the site address when it is missing': async () => {
    await page.goto(plant.url + TOKENS);
    await page.getByText('Installers need the address').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await dialog().getByLabel('Name').fill('Line 3');
    await dialog().getByLabel('Valid for (hours)').fill('721');
    await dialog().getByRole('button', { name: 'Create token' }).click();
    await dialog().getByText('Enter a whole number from 1 to 720.').waitFor();
    await dialog().getByLabel('Valid for (hours)').fill('24');
    await dialog().getByLabel('Trust any public authority').check();
    await dialog().getByRole('button', { name: 'Create token' }).click();
    await dialog().getByRole('link', { name: 'Open the settings' }).click();
    await dialog('Discard changes').getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/admin/settings');
    await plant.send('PUT', '/settings/site_url', { value: 'https://millwright.plant.example' });
    expect(problems()).toEqual([]);
  },
  'a token shows its secret and commands once, warns of a missing build and counts its uses': async () => {
    await page.goto(plant.url + TOKENS);
    await page.getByText('No tokens yet').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await dialog().getByLabel('Maximum PCs').fill('some');
    await dialog().getByRole('button', { name: 'Create token' }).click();
    await dialog().getByText('Enter a whole number from 1 to 100,000.').waitFor();
    await dialog().getByLabel('Maximum PCs').fill('1');
    await dialog().getByRole('button', { name: 'Create token' }).click();
    await dialog().getByText('Enter the purpose.').waitFor();
    await dialog().getByLabel('Name').fill('Line 3');
    await dialog().getByRole('button', { name: 'Create token' }).click();
    await dialog().locator('.mantine-Checkbox-error', { hasText: 'cannot pin its certificate' }).waitFor();
    await dialog().getByLabel('Trust any public authority').check();
    await dialog().getByRole('button', { name: 'Create token' }).click();
    const once = dialog('Install agents: Line 3');
    await once.getByText('These commands are shown only once').waitFor();
    await once.getByText('there is no current build for Linux').waitFor();
    expect(await once.getByText('there is no current build for Windows').count()).toBe(0);
    const copy = async (what: string) => {
      await once.getByRole('button', { name: `Copy: ${what}` }).click();
      await once.getByRole('button', { name: `${what}: copied` }).waitFor();
      return readClipboard();
    };
    const secret = await copy('Token');
    expect(secret).toMatch(/^mw_bst_/);
    expect(await copy('Windows')).toContain(`/api/endpoints/siteagent/bootstrap.ps1?t=${secret}`);
    expect(await copy('Linux')).toContain(`/api/endpoints/siteagent/bootstrap.sh?t=${secret}`);
    // The Escape key does not close the dialog, so the secret is not lost.
    await page.keyboard.press('Escape');
    await once.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Line 3/ });
    await row.getByText('0 of 1').waitFor();
    await row.getByText('by mara').waitFor();
    expect(await page.content()).not.toContain(secret);
    const build = `${plant.url}/api/endpoints/siteagent/package?t=${secret}&platform=windows-x64`;
    expect((await fetch(build)).status).toBe(200);
    // The row updates without a reload.
    await row.getByText('Used up').waitFor();
    await row.getByText('1 of 1').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(problems()).toEqual([]);
  },
  'an admin confirms the revocation of a token': async () => {
    await plant.send('POST', '/endpoints/bootstrap-tokens', { name: 'Office', publicauthority: true });
    await page.reload();
    const row = page.getByRole('row', { name: /Office/ });
    await row.getByText('Active').waitFor();
    await row.getByRole('button', { name: 'Revoke Office' }).click();
    await dialog('Revoke Office').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(problems()).toEqual([]);
  },
  'the wave page counts and filters the PCs by readiness and names each blocker': async () => {
    await plant.send('PUT', '/settings/endpoints_shared_key', { value: AGENT_KEY });
    for (const name of ['press-1', 'press-2', 'press-3']) await pc(name);
    await pc('lab-1', false);
    const locked = await pc('lab-2');
    await plant.send('PUT', `/endpoints/asset/${locked}/lock`, { reason: 'Acceptance runs' });
    await page.goto(plant.url + WAVES);
    await page.getByRole('button', { name: 'Ready 3' }).waitFor();
    // The three assets of each filled plant are computers without an agent.
    await page.getByRole('button', { name: 'Not enrolled 3' }).waitFor();
    const row = page.getByRole('row', { name: /lab-2/ });
    await row.getByText('A user locked the PC for commands.').waitFor();
    expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Locked 1' }).click();
    await page.waitForURL(/state=locked/);
    await page.getByText('Unlock it on its page.').waitFor();
    await page.getByRole('link', { name: 'press-1' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Locked 1' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Locked 1' }).click();
    await page.getByLabel('Search PCs').fill('press');
    await page.getByRole('link', { name: 'lab-2' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: /^press-/ }).count()).toBe(3);
    await page.waitForURL(/search=press/);
    expect(problems()).toEqual([]);
  },
  'an admin upgrades selected PCs or the next ones, and the dialog names the result of each': async () => {
    await page.goto(plant.url + WAVES);
    await page.getByLabel('Select press-2').check();
    await page.getByLabel('Select lab-1').check();
    const bar = page.getByRole('region', { name: 'Selected PCs' });
    await bar.getByText('2 PCs selected').waitFor();
    await bar.getByRole('button', { name: 'Upgrade' }).click();
    await dialog().getByText('lab-1').waitFor();
    await dialog().getByText('to 0.2.0').waitFor();
    await dialog().getByText('For 1 PC, trust in this appliance is uncertain.').waitFor();
    // Another user locks one of the PCs in the meantime.
    const { data: all } = await plant.send('GET', '/endpoints/migration?search=press-2');
    const [{ assetid }] = all as [{ assetid: number }];
    await plant.send('PUT', `/endpoints/asset/${assetid}/lock`, { reason: 'Tool change' });
    await dialog().getByRole('button', { name: 'Upgrade 2 PCs' }).click();
    await dialog().getByText('Tried for 1 PC with uncertain trust in this appliance.').waitFor();
    const left = dialog().getByRole('region', { name: 'Skipped' });
    await left.getByRole('link', { name: 'press-2' }).waitFor();
    await left.getByText('Locked', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await bar.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Upgrade next PCs' }).click();
    const count = dialog().getByLabel('Number of PCs');
    expect(await count.inputValue()).toBe('2');
    await count.fill('3');
    await dialog().getByRole('button', { name: 'Upgrade' }).click();
    await dialog().getByText('Enter a whole number from 1 to 2, the number of ready PCs.').waitFor();
    await count.fill('1');
    await dialog().getByText('press-1', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Upgrade 1 PC' }).click();
    await dialog().getByText('Queued for 1 PC.').waitFor();
    await dialog().getByText('Skipped').waitFor();
    // The PCs without an agent are left out, so no command waits for them.
    await dialog().getByText('PCs get the upgrade at their next check-in').waitFor();
    await dialog().getByRole('link', { name: 'Commands' }).click();
    await page.waitForURL('**/endpoints/commands?action=run_script');
    const commands = page.getByRole('row', { name: /Run script Agent 0\.2\.0/ });
    await commands.getByRole('link', { name: 'press-1' }).waitFor();
    expect(await commands.count()).toBe(2);
    expect(problems()).toEqual([]);
  },
  'the package, token and wave pages have no layout or accessibility faults': async () => {
    for (const scheme of ['light', 'dark'] as const)
      expect(await findPageFaults(plant, [...PAGES, `${WAVES}?state=not_enrolled`], scheme)).toEqual([]);
  },
  'the token page has no layout or accessibility faults when the site address is missing': async () => {
    await plant.send('PUT', '/settings/site_url', { value: '' });
    for (const scheme of ['light', 'dark'] as const)
      expect(await findPageFaults(plant, [TOKENS], scheme)).toEqual([]);
  },
  'a viewer of waves sees no actions and no links to pages without permission': async () => {
    await page.setViewportSize(DESK);
    const { data } = await plant.send('POST', '/users/roles', {
      rolename: 'Watches',
      permissions: ['endpoints.view', 'endpoints.agentupdate'],
    });
    const ina = { ...MARA, username: 'ina', email: 'ina@plant.example' };
    await plant.send('POST', '/users', {
      ...ina,
      roles: [(data as { roleid: number }).roleid],
      mustchangepassword: false,
      sendwelcome: false,
    });
    await page.evaluate(() => localStorage.clear());
    await signIn(page, plant.url, ina.username);
    await page.goto(plant.url + WAVES);
    await page.getByText('To start a wave, you also need the permission to run scripts on PCs.').waitFor();
    await page.getByRole('link', { name: 'press-1' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Upgrade|Select/ }).count()).toBe(0);
    for (const [path, name] of [
      [PACKAGES, 'Agent builds'],
      [TOKENS, 'Bootstrap tokens'],
    ] as const) {
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
      await page.goto(plant.url + path);
      await page.getByText('Access denied').waitFor();
    }
  },
});
