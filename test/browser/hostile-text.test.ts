import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { signIn } from './mara.ts';

setDefaultTimeout(120_000);

const MARKUP = '<img src=x onerror="window.struck=true"><script>window.struck=true</script>';
const KEY = 'hostile-text-key';
let appliance: Appliance;
let session: BrowserSession;

beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'], env: { MILLWRIGHT_COLLECTOR_KEY: KEY } });
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${appliance.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).data;
  };
  await post('/setup/create-admin', {
    username: 'mara',
    email: 'mara@plant.example',
    password: 'correct horse',
  });
  const report = {
    hostname: `h${MARKUP}`,
    manufacturer: MARKUP,
    model: MARKUP,
    osname: MARKUP,
    loggedinuser: MARKUP,
  };
  await post(
    '/collector/computers',
    { ...report, installedapps: [{ name: MARKUP, version: MARKUP }] },
    { 'x-api-key': KEY },
  );
  session = await openBrowser();
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

test('what an agent says is shown as text on every page that shows it', async () => {
  const { page } = session;
  await signIn(page, appliance.url);
  const pages = [
    '/',
    '/assets',
    '/computers',
    '/computers/1',
    '/computers/1?tab=software',
    '/computers/1?tab=history',
    '/vendors',
    '/admin/audit',
    '/search?q=onerror',
    '/print/asset-label/asset/1',
    '/map',
  ];
  for (const path of pages) {
    await page.goto(appliance.url + path);
    await session.settled();
    const struck = await page.evaluate(() => (window as unknown as { struck?: boolean }).struck ?? false);
    const smuggled = await page.locator('img[src="x"]').count();
    expect([path, struck, smuggled]).toEqual([path, false, 0]);
  }
  await page.goto(`${appliance.url}/computers`);
  await page.getByText('<img src=x onerror').first().waitFor();
});

test('a link to sign in leads nowhere but into the appliance', async () => {
  for (const next of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'https:evil.example',
    '%2F%2Fevil.example',
    'javascript:alert(1)',
  ]) {
    const context = await session.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${appliance.url}/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel(/User ?name/i).fill('mara');
    await page.locator('input[type=password]').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByLabel('Search everything').waitFor();
    expect([next, new URL(page.url()).origin]).toEqual([next, new URL(appliance.url).origin]);
    await context.close();
  }
});
