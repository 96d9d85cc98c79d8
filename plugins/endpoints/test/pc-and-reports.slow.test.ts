import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { MARA, signIn } from '../../../test/browser/mara.ts';
import { openTab } from '../../../test/browser/open-tab.ts';
import { DESK, findPageFaults } from '../../../test/browser/page-faults.ts';
import { testJourney } from '../../../test/support/step.ts';
import { AGENT_KEY, sendAsAgent } from './agent-sender.ts';

setDefaultTimeout(120_000);

const PHONE = { width: 390, height: 844 };
const PATH = 'C:\\Logs\\line.log';
let plant: FilledPlant;
/** Ids of the PC "press-7" and of its agent. */
let assetid = 0;
let credential = '';
/** Id of a report with a picture. */
let reportid = 0;

beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  await plant.send('PUT', '/settings/endpoints_shared_key', { value: AGENT_KEY });
  for (const hostname of ['press-8', 'press-7']) {
    const computer = { assetnumber: `PC-${hostname}`, hostname, serialnumber: `SN-${hostname}` };
    ({ assetid } = (await plant.send('POST', '/computers', computer)).data);
    credential = '';
    const request = { ...computer, nonce: 'a1'.repeat(32), agentversion: '0.2.0' };
    credential = ((await agent('POST', '/enroll', request)) as { credential: string }).credential;
    await agent('POST', '/checkin', { agentversion: '0.2.0' });
  }
});
afterAll(() => plant?.stop());

/** Sends a request as the agent of "press-7" and returns the data. */
const agent = (...request: [method: string, path: string, body?: object]): Promise<unknown> =>
  sendAsAgent(plant.url, credential, request);

async function report(fields: Record<string, string>, screenshot?: Uint8Array): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (screenshot) form.append('screenshot', new File([screenshot as BlobPart], 's.png'));
  return ((await agent('POST', '/operator-reports', form)) as { operatorreportid: number }).operatorreportid;
}

/** Creates a relationship between "press-7" and an asset of the plant. */
async function tie(assetnumber: string, relationshiptype: string): Promise<void> {
  const [asset] = (await plant.send('GET', `/assets?search=${assetnumber}`)).data as { assetid: number }[];
  const types = (await plant.send('GET', '/assets/relationshiptypes?per_page=100')).data as {
    relationshiptype: string;
    relationshiptypeid: number;
  }[];
  const { relationshiptypeid } = types.find((type) => type.relationshiptype === relationshiptype)!;
  const body = { sourceassetid: assetid, targetassetid: asset!.assetid, relationshiptypeid };
  await plant.send('POST', '/assets/relationships', body);
}

testJourney('the pages of a PC show its connections, reports, logs and commands at both widths', {
  'the PC page shows each connection of the register with a link': async () => {
    const { page } = plant.session;
    await page.goto(`${plant.url}/assets/${assetid}?tab=agent`);
    const behind = page.getByRole('region', { name: 'Connections' });
    await behind.getByRole('link', { name: 'No machine yet: connect one' }).waitFor();
    await tie('M-1', 'controls');
    await tie('M-2', 'usesprinter');
    await page.reload();
    await behind.getByText('Uses printer').waitFor();
    expect(await behind.getByText('No machine').count()).toBe(0);
    await behind.getByRole('link', { name: 'M-2' }).waitFor();
    await behind.getByRole('link', { name: 'M-1' }).click();
    await page.waitForURL(/\/computers\/\d+$/);
    expect(plant.session.problems).toEqual([]);
  },
  'the report list updates by itself, and a report opens with its picture': async () => {
    const { page } = plant.session;
    await page.goto(`${plant.url}/endpoints/operator-reports`);
    await page.getByText('No reports yet').waitFor();
    const text = 'The screen shows "Guard open" although the door is shut.\nSince <b>10:20</b>.';
    reportid = await report(
      { text, reason: 'Machine stopped', details: 'disk 90 %' },
      await page.screenshot(),
    );
    await report({ text: 'Thanks, it works again.' });
    const row = page.getByRole('row', { name: /Machine stopped/ });
    await row.getByText('M-1').waitFor();
    await page.getByRole('link', { name: 'Thanks, it works again.' }).waitFor();
    const [newest] = await page.locator('tbody [data-headline]').allInnerTexts();
    expect(newest).toBe('Thanks, it works again.');
    await page.getByLabel('Order').selectOption('Oldest first');
    await page.waitForURL(/dir=asc/);
    await page.locator('tbody tr:first-child').getByText('Machine stopped').waitFor();
    await row.getByRole('link', { name: 'Machine stopped' }).click();
    await page.getByText('Since <b>10:20</b>.').waitFor();
    const picture = page.getByRole('img', { name: 'Screen of press-7' });
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(DESK.width);
    await page.getByRole('button', { name: 'Enlarge the screen of press-7' }).press('Enter');
    const large = page.getByRole('dialog', { name: 'Screen of press-7' });
    await large.getByLabel('Fit to window').check();
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    const facts = page.getByRole('region', { name: 'Report', exact: true });
    await facts.getByRole('link', { name: 'M-1' }).waitFor();
    await facts.getByRole('link', { name: 'All reports of this PC' }).click();
    await page.getByRole('button', { name: 'PC is PC-press-7' }).waitFor();
    await page.getByRole('link', { name: 'press-7', exact: true }).first().click();
    await openTab(page, 'Reports');
    await page.getByRole('link', { name: 'Machine stopped' }).waitFor();
    expect(plant.session.problems).toEqual([]);
  },
  'an admin requests a log on the PC page and reads, copies and downloads it when it appears': async () => {
    const { page, context } = plant.session;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${plant.url}/assets/${assetid}?tab=logs`);
    await page.getByText('No log files yet').waitFor();
    await page.getByRole('button', { name: 'Fetch log' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Run command on press-7' });
    expect(await dialog.getByLabel('Command to run').inputValue()).toBe('collect_log');
    await dialog.getByLabel('Path').fill('C:\\inetpub\\web.config');
    await dialog.getByRole('button', { name: 'Run on press-7' }).click();
    await dialog.getByText('Files with settings, keys or setup answers cannot be read.').waitFor();
    expect(plant.session.problems.splice(0)).toEqual([expect.stringContaining('status of 400')]);
    await dialog.getByLabel('Path').fill('D:\\Plant\\line.conf');
    await dialog.getByRole('button', { name: 'Run on press-7' }).click();
    await dialog.getByText('Only files below the log folders can be fetched').waitFor();
    expect(plant.session.problems.splice(0)).toEqual([expect.stringContaining('status of 400')]);
    // An admin may read this file with a reason.
    await dialog.getByRole('checkbox', { name: 'Other folder or file name' }).check();
    await dialog.getByRole('button', { name: 'Run on press-7' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Other folder or file name' }).uncheck();
    await dialog.getByLabel('Path').fill(PATH);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Requested logs' }).getByText('Queued').waitFor();
    const { commandid } = (await agent('GET', '/commands/next?wait=0')) as { commandid: number };
    const content = `${'one line\r\n'.repeat(300)}the <b>last</b> line\r\n`;
    await agent('POST', '/logs', { commandid, path: PATH, content });
    await agent('POST', `/commands/${commandid}/result`, { status: 'succeeded' });
    await page.getByRole('button', { name: 'line.log' }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'line.log' });
    const output = drawer.getByRole('region', { name: 'Text of the file' });
    await output.getByText('the <b>last</b> line').waitFor();
    expect(await output.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await drawer.getByRole('button', { name: 'Copy' }).click();
    await drawer.getByRole('button', { name: 'Copied' }).waitFor();
    expect((await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r\n', '\n')).toBe(
      content.replaceAll('\r\n', '\n'),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('line.log');
    // The address contains the log, so a shared link opens the same view.
    await page.reload();
    await output.getByText('the <b>last</b> line').waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: `Command ${commandid}` }).click();
    const command = page.getByRole('dialog', { name: 'Fetch log file' });
    await command.getByRole('link', { name: 'Log files of this PC' }).click();
    await page.getByRole('button', { name: 'line.log' }).waitFor();
    expect(plant.session.problems).toEqual([]);
  },
  'a link opens a command that the filtered list does not show, and the back button closes it': async () => {
    const { page } = plant.session;
    const [{ commandid }] = (await plant.send('GET', '/endpoints/commands')).data as [{ commandid: number }];
    await page.goto(`${plant.url}/endpoints/commands?state=queued&command=${commandid}`);
    await page.getByText('No command matches').waitFor();
    const drawer = page.getByRole('dialog', { name: 'Fetch log file' });
    await drawer.getByText(PATH).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?state=queued');
    await page.goto(`${plant.url}/assets/${assetid}?tab=agent`);
    await page
      .getByRole('table', { name: 'Commands' })
      .getByRole('button', { name: 'Fetch log file' })
      .click();
    await drawer.waitFor();
    expect(page.url()).toEndWith(`?tab=agent&command=${commandid}`);
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Activity' }).getByRole('link', { name: 'Fetch log file' }).click();
    await drawer.waitFor();
    expect(plant.session.problems).toEqual([]);
  },
  'an update command shows its application and version': async () => {
    const { page } = plant.session;
    const allowed = { policyname: 'Press 7', scope: { hostname: 'press-7' }, priority: 99 };
    const policy = { ...allowed, allowedactions: ['update_app', 'message'] };
    await plant.send('POST', '/endpoints/policies', policy);
    const { appid } = (await plant.send('POST', '/applications', { appname: 'Acme Viewer' })).data;
    const made = await plant.send('POST', `/applications/${appid}/versions`, { version: '2.1' });
    const { appversionid } = made.data as { appversionid: number };
    const parameters = { appid, appversionid };
    await plant.send('POST', `/endpoints/asset/${assetid}/commands`, { action: 'update_app', parameters });
    await page.goto(`${plant.url}/endpoints/commands?action=update_app`);
    await page.getByRole('button', { name: 'Update Acme Viewer to 2.1', exact: true }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Update Acme Viewer to 2.1' });
    await drawer.getByText('Queued').waitFor();
    expect(await drawer.getByText('Parameters', { exact: true }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Cancel: Update Acme Viewer to 2.1' }).click();
    await page.getByText('Update Acme Viewer to 2.1 on press-7 is canceled.').waitFor();
    expect(plant.session.problems).toEqual([]);
  },
  'an admin selects PC cards on a phone and sends them one message': async () => {
    const { page } = plant.session;
    await page.setViewportSize(PHONE);
    await page.goto(`${plant.url}/computers?search=press`);
    // This clicks beside the box: a touch needs no precise aim.
    await page.getByText('Select press-7').click({ force: true, position: { x: -8, y: 8 } });
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByText('1 selected').waitFor();
    await page.getByLabel('Select all on this page').check();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Run command' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Command to run').selectOption('Show message');
    await dialog.getByLabel('Text').fill('Coffee is ready.');
    await dialog.getByRole('button', { name: 'Run on 2 PCs' }).click();
    await dialog.getByText('Queued for 2 PCs.').waitFor();
    // Both PCs have an agent.
    await dialog.getByText('Online PCs fetch the command within seconds').waitFor();
    expect(await dialog.getByText('no agent').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: /press-8/ }).click();
    await page.waitForURL(/computers\/\d+$/);
    expect(plant.session.problems).toEqual([]);
  },
  'an admin selects records of the asset list on a phone and opens the dialog for all of them': async () => {
    const { page } = plant.session;
    await page.goto(`${plant.url}/assets?search=M-`);
    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByText('3 selected').waitFor();
    await page.getByLabel('Select M-2').uncheck();
    await bar.getByText('2 selected').waitFor();
    expect(
      await page.getByLabel('Select all on this page').evaluate((box: HTMLInputElement) => box.indeterminate),
    ).toBe(true);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await bar.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(plant.session.problems).toEqual([]);
  },
  'the pages of PCs, reports, logs and commands have no layout or accessibility faults': async () => {
    const [log] = (await plant.send('GET', `/endpoints/asset/${assetid}/logs`)).data as { logid: number }[];
    const paths = [
      '/endpoints/operator-reports',
      `/endpoints/operator-reports?report=${reportid}`,
      `/assets/${assetid}?tab=reports`,
      `/assets/${assetid}?tab=logs`,
      `/assets/${assetid}?tab=logs&log=${log!.logid}`,
      '/endpoints/commands?command=1',
      '/computers?managed=true',
    ];
    for (const scheme of ['light', 'dark'] as const)
      expect(await findPageFaults(plant, paths, scheme)).toEqual([]);
  },
  'a viewer sees no reports without the permission and cannot collect logs': async () => {
    const { page } = plant.session;
    await page.setViewportSize(DESK);
    const permissions = ['endpoints.view', 'assets.view', 'computers.view'];
    const { roleid } = (await plant.send('POST', '/users/roles', { rolename: 'Looks on', permissions })).data;
    const account = { email: 'ina@plant.example', mustchangepassword: false, sendwelcome: false };
    await plant.send('POST', '/users', { ...MARA, username: 'ina', ...account, roles: [roleid] });
    await page.evaluate(() => localStorage.clear());
    await signIn(page, plant.url, 'ina');
    await page.goto(`${plant.url}/assets/${assetid}?tab=logs`);
    await page.getByRole('button', { name: 'line.log' }).waitFor();
    expect(await page.getByRole('button', { name: 'Fetch log', exact: true }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Reports' }).count()).toBe(0);
    await page.goto(`${plant.url}/endpoints/operator-reports?report=${reportid}`);
    await page.getByText('Access denied').waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(`${plant.url}/endpoints`);
    await page.getByRole('link', { name: /press-7/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Operator reports' }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  },
});
