import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { smallPng } from '../../../src/demo/small-png.ts';
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

const send = (method: string, path: string, body?: BodyInit, more: Record<string, string> = {}) =>
  fetch(`${appliance.url}/api${path}`, { method, headers: { ...headers, ...more }, body });
const api = async (method: string, path: string, body?: object) => {
  const answer = await send(method, path, body && JSON.stringify(body), {
    'content-type': 'application/json',
  });
  return ((await answer.json()) as { data: never }).data as Record<string, never> & Record<string, never>[];
};
const flag = (value: string) => api('PUT', '/settings/printedparts_kiosk_enabled', { value });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const scan = (code: string) => scanInto(page, code);
const button = (name: string) => page.getByRole('button', { name, exact: true });
async function part(itemcode: string, quantity = 10, body: object = {}): Promise<string> {
  const { itemid } = await api('POST', '/printedparts/items', { itemcode, ...body });
  const path = `/printedparts/items/${itemid}`;
  if (quantity > 0) await api('POST', `${path}/receive`, { quantity });
  return path;
}
const onhand = async (path: string) => (await api('GET', path)).quantityonhand as unknown;
const takes = async (path: string) => await api('GET', `${path}/ledger?event=take`);

beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  headers = { authorization: (await firstAdmin(appliance.url)).authorization! };
  await flag('true');
  secret = (await api('POST', '/kioskdevices', { cabinetname: 'Cabinet', kind: 'printedparts' }))
    .secret as never;
  session = await openBrowser({ viewport: { width: 1024, height: 768 }, locale: 'en-GB', hasTouch: true });
  page = session.page;
});
afterAll(async () => {
  await session?.close();
  await appliance?.kill();
});

test('a kiosk is paired with a token of its own kind', async () => {
  const usb = await api('POST', '/kioskdevices', { cabinetname: 'Drawer', kind: 'usb' });
  await page.goto(`${appliance.url}/kiosk/printedparts`);
  await heading('Pair this kiosk');
  await scan(usb.secret as never);
  await page.getByText('belongs to another kind of kiosk').waitFor();
  await scan(secret);
  await heading('Scan your badge');
});

test('badge, part and a number on the keys are all that is needed, with the picture of the part', async () => {
  const path = await part('PAGE-1', 20, { name: 'Drill guide' });
  const png = new Blob([smallPng(8, () => [1, 2, 3])]);
  await send('POST', `${path}/image?filename=p.png`, png, { 'content-type': 'application/octet-stream' });
  await scan('0501234BZ');
  await heading('Scan the part');
  await page.getByText('Badge ••34').waitFor();
  await scan('PAGE-1|3');
  await heading('Drill guide');
  await page.getByText('20 here').waitFor();
  const picture = page.getByRole('img', { name: 'Drill guide' });
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(8);
  await button('1').tap();
  await button('2').tap();
  await button('Take 12').tap();
  await heading('Taken');
  await page.getByText('12 × Drill guide').waitFor();
  await page.getByText('8 left here').waitFor();
  expect(await takes(path)).toMatchObject([
    { delta: -12, sso: '501234', revision: 3, recordedby: 'Cabinet' },
  ]);
  expect(await page.locator('body').innerText()).not.toContain('501234');
});

test('the same person takes another part, by the digits of its label', async () => {
  const path = await part('KEY-0077');
  await button('Take more parts').tap();
  await heading('Scan the part');
  for (const digit of ['7', '7', '8']) await button(digit).tap();
  await button('Delete a digit').tap();
  await button('Enter').tap();
  await heading('KEY-0077');
  await button('One more').tap();
  await button('One more').tap();
  await button('One fewer').tap();
  await button('Take 2').tap();
  await heading('Taken');
  expect([await onhand(path), (await takes(path))[0]!.sso as unknown]).toEqual([8, '501234']);
});

test('a number may come from the keys of the scanner too, and the part that is scanned twice is one', async () => {
  const path = await part('TWICE-1');
  await scan('77');
  await heading('Scan the part');
  await scan('TWICE-1');
  await heading('TWICE-1');
  await scan('TWICE-1');
  await button('Take 1').waitFor();
  await scan('4');
  await button('Take 4').tap();
  await heading('Taken');
  expect([await onhand(path), (await takes(path)).length]).toEqual([6, 1]);
});

test('what is no badge, no part, more than there is and none at all is said in plain words', async () => {
  await button('Done').tap();
  await scan('PAGE-1');
  await page.getByRole('alert').filter({ hasText: 'That is no badge' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await button('Type it').tap();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await button('Cancel').tap();
  await scan('4711');
  await heading('Scan the part');
  await scan('NOBODY-HAS-IT');
  await page.getByRole('alert').filter({ hasText: 'No part has this code' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  await part('NONE-LEFT', 0);
  await scan('NONE-LEFT');
  await page.getByRole('alert').filter({ hasText: 'there are none left' }).waitFor();
  const path = await part('FEW-1', 3);
  await scan('FEW-1');
  await heading('FEW-1');
  await button('9').tap();
  await button('Take 9').tap();
  await page.getByRole('alert').filter({ hasText: 'only 3 here' }).waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  // Somebody at another cabinet was quicker.
  await button('3').tap();
  await button('Clear').tap();
  expect(await page.locator('.mw-parts-take').isDisabled()).toBe(true);
  await button('3').tap();
  await api('POST', `${path}/adjust`, { delta: -2, note: 'Quicker' });
  await button('Take 3').tap();
  await page.getByRole('alert').filter({ hasText: 'only 1 here' }).waitFor();
  expect(await takes(path)).toHaveLength(0);
  await button('Start again').tap();
  await heading('Scan your badge');
});

test('the next one who scans his badge at once is the one who takes', async () => {
  const path = await part('NEXT-1');
  await scan('501');
  await heading('Scan the part');
  await scan('0666777BZ');
  await page.getByText('Badge ••77').waitFor();
  await scan('NEXT-1');
  await heading('NEXT-1');
  await button('Take 1').tap();
  await heading('Taken');
  expect((await takes(path))[0]!.sso as unknown).toBe('666777');
  await button('Done').tap();
});

test('an answer that is lost is asked for again, and the parts are booked once', async () => {
  const path = await part('LOST-1');
  let isLost = true;
  await page.route('**/api/printedparts/kiosk/take', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await scan('4711');
  await heading('Scan the part');
  await scan('LOST-1');
  await heading('LOST-1');
  await button('Take 1').tap();
  await page.getByText('Kept here').waitFor();
  await page.getByText('1 waiting for the network').waitFor();
  await page.reload();
  await page.getByText('1 waiting for the network').waitFor();
  isLost = false;
  await page.getByText('1 waiting for the network').waitFor({ state: 'detached' });
  expect([await onhand(path), (await takes(path)).length]).toEqual([9, 1]);
  await page.unroute('**/api/printedparts/kiosk/take');
});

test('without network parts are taken all the same, and what cannot be booked later is shown', async () => {
  const [path, scarce] = [await part('AWAY-1'), await part('AWAY-2', 1)];
  await page.context().setOffline(true);
  for (const [code, digit] of [
    ['AWAY-1', '2'],
    ['AWAY-2', '5'],
  ] as const) {
    await scan('4711');
    await heading('Scan the part');
    await scan(code);
    await heading(code);
    await page.getByText('Without network nobody knows').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await button(digit).tap();
    await button(`Take ${digit}`).tap();
    await page.getByText('Kept here').waitFor();
    await button('Done').tap();
  }
  await page.getByText('2 waiting for the network').waitFor();
  await page.context().setOffline(false);
  const told = page.getByRole('alert').filter({ hasText: 'refused later' });
  await told.getByText('5 × AWAY-2, ••11').waitFor();
  expect(await faultsInEveryLook(page)).toEqual([]);
  expect([await onhand(path), await onhand(scarce)]).toEqual([8, 1]);
  await told.getByRole('button', { name: 'Seen' }).tap();
  await told.waitFor({ state: 'detached' });
});

test('what is taken while the appliance is down is booked when it is up again', async () => {
  const path = await part('DOWN-1');
  const { port } = new URL(appliance.url);
  await appliance.kill();
  await scan('4711');
  await heading('Scan the part');
  await scan('DOWN-1');
  await heading('DOWN-1');
  await button('3').tap();
  await button('Take 3').tap();
  await page.getByText('Kept here').waitFor();
  await page.getByText('1 waiting for the network').waitFor();
  appliance = await startAppliance({ data: appliance.data, args: ['--no-tls', '--port', port] });
  await page.getByText('1 waiting for the network').waitFor({ state: 'detached' });
  expect([await onhand(path), (await takes(path)).length]).toEqual([7, 1]);
  await button('Done').tap();
});

test('it speaks German, is readable in light and dark on tablet and phone, and has room for gloves', async () => {
  await part('SEHEN-1', 9, { name: 'Bohrlehre für die große Presse in Halle drei' });
  await button('Kiosk settings').tap();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await heading('Ausweis scannen');
  await button('Schließen').tap();
  const looksWell = async () => {
    expect(await faultsAsItStands(page)).toEqual([]);
    const small = await page
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .filter(
            (one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 44,
          )
          .map((one) => one.textContent),
      );
    expect(small).toEqual([]);
  };
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of [
      { width: 1024, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await looksWell();
      await scan('4711');
      await heading('Teil scannen');
      await looksWell();
      await scan('SEHEN-1');
      await button('1 nehmen').waitFor();
      await looksWell();
      const take = await button('1 nehmen').boundingBox();
      expect(take!.y + take!.height).toBeLessThanOrEqual(viewport.height);
      await button('Von vorn').tap();
    }
});

test('while it is switched off it says so, and goes on by itself', async () => {
  await flag('false');
  await page.reload();
  await heading('Dieser Kiosk ist ausgeschaltet');
  await flag('true');
  await heading('Ausweis scannen');
});
