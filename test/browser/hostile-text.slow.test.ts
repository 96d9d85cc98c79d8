import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';
import { DESK, findOverflow, PHONE, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

const MARKUP = '<img src=x onerror="window.struck=true"><script>window.struck=true</script>';
const KEY = 'hostile-text-key';
let appliance: Appliance;
let session: BrowserSession;

beforeAll(async () => {
  appliance = await startAppliance({
    args: ['--no-tls'],
    env: { MILLWRIGHT_COLLECTOR_KEY: KEY, MILLWRIGHT_ALLOW_LOOPBACK: '1' },
  });
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
});
beforeEach(async () => {
  session = await openBrowser();
});
afterEach(() => session?.close());
afterAll(() => appliance?.stop());

test('each page shows markup in reported values as text', async () => {
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

test('a long name without spaces makes no page and no panel wider than the window', async () => {
  const { page } = session;
  const LONG = `W${'x'.repeat(100)}`;
  const report = {
    hostname: `${'h'.repeat(60)}${MARKUP}`,
    manufacturer: LONG,
    model: LONG,
    loggedinuser: LONG,
  };
  const answer = await fetch(`${appliance.url}/api/collector/computers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify({ ...report, installedapps: [{ name: LONG, version: LONG }] }),
  });
  expect(answer.ok).toBe(true);
  const { data: found } = await (
    await fetch(`${appliance.url}/api/computers?search=${'h'.repeat(60)}`)
  ).json();
  expect(found).toHaveLength(1);
  const { assetid, computerid } = found[0] as { assetid: number; computerid: number };
  const [asset, computer, panel] = [
    `/assets/${assetid}`,
    `/computers/${computerid}`,
    `/computers?open=${computerid}`,
  ];
  await signIn(page, appliance.url);
  const wide: string[] = [];
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    for (const path of ['/', '/assets', asset, '/computers', panel, computer]) {
      await page.goto(appliance.url + path);
      await session.settled();
      for (const fault of await findOverflow(page)) wide.push(`${path} at ${size.width}: ${fault}`);
    }
  }
  // On a phone, the address of a panel redirects to the full page of its record.
  await page.goto(appliance.url + panel);
  await page.waitForURL((url) => url.pathname === computer);
  await page.setViewportSize(DESK);
  await page.goto(appliance.url + panel);
  expect(await page.locator('.mw-panel > header > svg').evaluate((icon) => icon.clientWidth)).toBe(20);
  expect(wide).toEqual([]);
});

/** Creates parts, devices, cabinets, takes and deliveries with hostile names. */
async function hostileStores(): Promise<{ parts: string; usb: string }> {
  const call = async (
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${appliance.url}/api${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const json = { 'content-type': 'application/json' };
  const { username, password } = MARA;
  const signedIn = await call('POST', '/auth/login', JSON.stringify({ username, password }), json);
  const admin = { authorization: `Bearer ${signedIn.access_token}` };
  const as = (who: Record<string, string>) => (method: string, path: string, body: object) =>
    call(method, path, JSON.stringify(body), { ...json, ...who });
  const write = as(admin);
  const receiver = 'http://127.0.0.1:9/hook';
  for (const [key, value] of [
    ['printedparts_kiosk_enabled', 'true'],
    ['usb_kiosk_enabled', 'true'],
    ['alert_webhook_url', receiver],
  ])
    await write('PUT', `/settings/${key}`, { value });
  const cabinet = async (kind: string) =>
    (await write('POST', '/kioskdevices', { cabinetname: `${kind} ${MARKUP}`, kind })).secret as string;
  const [parts, usb] = [await cabinet('printedparts'), await cabinet('usb')];
  const codes = { itemcode: `P1 ${MARKUP}`, gagelabtag: `G1 ${MARKUP}`, name: MARKUP, description: MARKUP };
  const { itemid } = await write('POST', '/printedparts/items', { ...codes, lowstockthreshold: 9 });
  await write('POST', `/printedparts/items/${itemid}/receive`, { quantity: 10, note: MARKUP });
  const form = new FormData();
  form.append('file', new File(['solid x'], `${MARKUP.replaceAll('/', '')}.stl`));
  form.append('note', MARKUP);
  await call('POST', `/printedparts/items/${itemid}/files`, form, admin);
  const take = { itemcode: codes.itemcode, badge: '501234', quantity: 2 };
  await as({ 'x-kiosk-token': parts })('POST', '/printedparts/kiosk/take', take);
  await write('POST', '/usb', { deviceid: `U1 ${MARKUP}`, label: MARKUP });
  const move = { device_id: `U1 ${MARKUP}`, badge: '501234', reason: MARKUP };
  await as({ 'x-kiosk-token': usb })('POST', '/usb/kiosk/checkout', move);
  return { parts, usb };
}

test('pages, labels and kiosks show markup in names of parts, devices and cabinets as text', async () => {
  const { page } = session;
  await signIn(page, appliance.url);
  const tokens = await hostileStores();
  await page.evaluate(
    (tokensByKind) => {
      for (const [kind, token] of Object.entries(tokensByKind))
        localStorage.setItem(`millwright.kiosk.${kind}.token`, JSON.stringify(token));
    },
    { printedparts: tokens.parts, usb: tokens.usb },
  );
  const inert = async (path: string) => {
    await page.getByText('<img src=x onerror').first().waitFor();
    const struck = await page.evaluate(() => (window as unknown as { struck?: boolean }).struck ?? false);
    expect([path, struck, await page.locator('img[src="x"]').count()]).toEqual([path, false, 0]);
  };
  for (const path of [
    '/printedparts/items',
    '/printedparts/items/1',
    '/printedparts/items/1?tab=ledger',
    '/printedparts/items/1?tab=files',
    '/printedparts/items/1?tab=history',
    '/usb',
    '/usb/1',
    '/usb/1?tab=custody',
    '/kioskdevices',
    '/outbox',
    '/admin/audit',
    '/reports/printedparts-stock',
    '/reports/printedparts-consumption',
    '/reports/usb-custody',
    '/print/asset-label/printedpart/1',
    '/print/asset-label/usb/1',
  ]) {
    await page.goto(appliance.url + path);
    await session.settled();
    await inert(path);
  }
  for (const [kind, code] of [
    ['printedparts', `P1 ${MARKUP}`],
    ['usb', `U1 ${MARKUP}`],
  ]) {
    await page.goto(`${appliance.url}/kiosk/${kind}`);
    await page.getByRole('heading', { level: 1, name: 'Scan your badge' }).waitFor();
    for (const scanned of ['501235', code!]) {
      await page.keyboard.type(scanned);
      await page.keyboard.press('Enter');
    }
    await inert(kind!);
  }
});

test('the sign-in page redirects only to pages of the server', async () => {
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
