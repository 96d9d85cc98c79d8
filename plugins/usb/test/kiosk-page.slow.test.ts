import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  type Appliance,
  type BrowserSession,
  openBrowser,
  startAppliance,
} from '../../../test/browser/harness.ts';
import { faultsAsItStands, faultsInEveryLook } from '../../../test/browser/readable.ts';
import { scanInto } from '../../../test/browser/wedge-scanner.ts';
import { firstAdmin } from '../../../test/faults/process.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
let page: Page;
let headers: Record<string, string>;
let secret: string;
let devicepath: string;

const api = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${appliance.url}/api${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return ((await answer.json()) as { data: never }).data as Record<string, never> & Record<string, never>[];
};
const flag = (value: string) => api('PUT', '/settings/usb_kiosk_enabled', { value });
const scan = (code: string) => scanInto(page, code);
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const stick = async (deviceid: string, body: object = {}) => {
  const { usbdeviceid } = await api('POST', '/usb', { deviceid, label: 'Blue one', ...body });
  return `/usb/${usbdeviceid}`;
};
const state = async (path: string) => (await api('GET', path)).state as unknown;

beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  const { authorization } = await firstAdmin(appliance.url);
  headers = { authorization: authorization! };
  await flag('true');
  const device = await api('POST', '/kioskdevices', { cabinetname: 'Drawer', kind: 'usb' });
  [secret, devicepath] = [device.secret as never, `/kioskdevices/${device.kioskdeviceid}`];
  session = await openBrowser({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  page = session.page;
});
afterAll(async () => {
  await session?.close();
  await appliance?.kill();
});

test('a kiosk is paired once with its token, and not with one of another kind', async () => {
  const parts = await api('POST', '/kioskdevices', { cabinetname: 'Parts', kind: 'printedparts' });
  await page.goto(`${appliance.url}/kiosk/usb`);
  await heading('Pair this kiosk');
  await page.getByLabel('Token').fill(parts.secret as never);
  await page.getByRole('button', { name: 'Pair' }).click();
  await page.getByText('belongs to another kind of kiosk').waitFor();
  await page.getByLabel('Token').fill(secret);
  await page.getByRole('button', { name: 'Pair' }).click();
  await heading('Scan your badge');
  await page.reload();
  await heading('Scan your badge');
});

test('badge and stick are all that is needed: what is in goes out, and what is out comes in', async () => {
  const path = await stick('PAGE-1');
  await scan('0501234BZ');
  await heading('Scan the stick');
  await page.getByText('Badge ••34').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await scan('PAGE-1');
  await heading('Taken');
  expect(sent).toHaveLength(1);
  expect(await state(path)).toBe('checkedout');
  await page.getByText('PAGE-1 · Blue one').waitFor();
  // The next one scans his badge without touching anything.
  await scan('77');
  await scan('PAGE-1');
  await heading('Returned');
  expect(await state(path)).toBe('available');
  expect(await page.locator('body').innerText()).not.toContain('501234');
});

test('what is no badge, no stick and no longer there is said in plain words, and it goes on', async () => {
  await page.getByRole('button', { name: 'Done' }).click();
  await scan('PAGE-1');
  await page.getByRole('alert').filter({ hasText: 'That is no badge' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Type it' }).click();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await scan('4711');
  await scan('NOBODY-HAS-IT');
  await page.getByRole('alert').filter({ hasText: 'No stick has this tag' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await stick('PAGE-OLD', { state: 'retired' });
  await scan('PAGE-OLD');
  await page.getByRole('alert').filter({ hasText: 'retired' }).waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await heading('Scan your badge');
});

test('without network a scan is kept over a reload and booked once when the network is back', async () => {
  const path = await stick('PAGE-2');
  // The request goes out and its answer is lost: the appliance has booked it, and the kiosk does not know.
  let isLost = true;
  await page.route('**/api/usb/kiosk/checkout', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await scan('4711');
  await scan('PAGE-2');
  await page.getByText('Kept here').waitFor();
  await page.getByText('1 waiting for the network').waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  expect(await state(path)).toBe('checkedout');
  await page.reload();
  await page.getByText('1 waiting for the network').waitFor();
  isLost = false;
  await page.getByText('1 waiting for the network').waitFor({ state: 'detached' });
  expect(await api('GET', `${path}/custody`)).toHaveLength(1);
});

test('without network the person says whether the stick goes or comes, and what is refused later is shown', async () => {
  const path = await stick('PAGE-3');
  await page.context().setOffline(true);
  await scan('4711');
  await scan('PAGE-3');
  await heading('PAGE-3');
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'I bring it back' }).click();
  await page.getByText('Kept here').waitFor();
  await page.context().setOffline(false);
  const told = page.getByRole('alert').filter({ hasText: 'refused later' });
  await told.getByText('PAGE-3').waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  expect(await state(path)).toBe('available');
  await page.reload();
  await told.getByRole('button', { name: 'Seen' }).click();
  await told.waitFor({ state: 'detached' });
});

test('a kiosk that was switched off says so, and one whose token was replaced takes the new one from the scanner', async () => {
  await api('PUT', devicepath, { isactive: false });
  await page.reload();
  await heading('This kiosk is switched off');
  await page.getByText('Tell an admin').waitFor();
  await api('PUT', devicepath, { isactive: true });
  await page.reload();
  await heading('Scan your badge');
  secret = (await api('POST', `${devicepath}/secret`)).secret as never;
  await page.reload();
  await heading('Pair this kiosk');
  await page.getByText('was replaced').waitFor();
  await scan(secret);
  await heading('Scan your badge');
});

test('it speaks German when it is told to, and is readable in light and dark on tablet and phone', async () => {
  await page.getByRole('button', { name: 'Kiosk settings' }).click();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await heading('Ausweis scannen');
  await page.getByRole('button', { name: 'Schließen' }).click();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect(await faultsAsItStands(page)).toEqual([]);
      await scan('4711');
      await heading('Stick scannen');
      expect(await faultsAsItStands(page)).toEqual([]);
      await page.getByRole('button', { name: 'Von vorn' }).click();
    }
});

test('everything that is touched is at least 44 pixels high and wide', async () => {
  await scan('4711');
  for (const button of await page.getByRole('button').all()) {
    const box = (await button.boundingBox())!;
    expect([box.width >= 44, box.height >= 44]).toEqual([true, true]);
  }
  await page.getByRole('button', { name: 'Von vorn' }).click();
});

test('while it is switched off it says so, and goes on by itself', async () => {
  await flag('false');
  await page.reload();
  await heading('Dieser Kiosk ist ausgeschaltet');
  await flag('true');
  await heading('Ausweis scannen');
});
