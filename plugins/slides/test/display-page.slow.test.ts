import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page, Request } from 'playwright-core';
import { type BrowserSession, openBrowser } from '../../../test/browser/harness.ts';
import { findFaults } from '../../../test/browser/page-faults.ts';
import { HANG_MS } from '../../../test/support/hang.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { openScreens, type Screens } from './screens.ts';

setDefaultTimeout(HANG_MS);

let screens: Screens;
let session: BrowserSession;
let page: Page;
let url: string;
/** Pending requests of the page. */
const unanswered = new Set<Request>();
/** Paths of the records that a test created. They are deleted, so that other tests do not see them. */
const records: string[] = [];

beforeAll(async () => {
  screens = await openScreens();
  url = screens.appliance.url;
});
afterAll(() => screens?.stop());

beforeEach(async () => {
  session = await openBrowser({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' });
  page = session.page;
  unanswered.clear();
  page.on('request', (request) => request.url().startsWith('http') && unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  // The clock of the page is stopped and advanced only by the test.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  for (const surface of ['lobby', 'shopfloor']) await screens.clear(surface);
});
afterEach(async () => {
  // The screen may request something until it is closed.
  await page?.unrouteAll({ behavior: 'wait' });
  await session?.close();
  for (const path of records.splice(0)) await screens.api('DELETE', path);
});

const open = (path: string) => page.goto(url + path);
const visiblePicture = (name: string) => page.locator('[data-on]').getByAltText(name, { exact: true });
/**
 * Advances the clock of the page. After each second, waits for the responses to the requests of that second.
 */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await page.clock.runFor(1000);
    await eventually(() => unanswered.size === 0, 'the page has all its answers');
  }
}
/** Advances the clock of the page until a condition holds. */
async function until(is: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + HANG_MS; Date.now() < end; await pass(1)) if (await is()) return;
  throw new Error(`It did not happen within two minutes: ${what}`);
}
const comes = (locator: Locator) => until(() => locator.isVisible(), `${locator} comes`);
const goes = (locator: Locator) => until(async () => !(await locator.isVisible()), `${locator} goes`);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const notice = async (notification: string, more: object = {}) => {
  const made = await screens.api('POST', '/notifications', { notification, isshopfloor: true, ...more });
  const path = `/notifications/${made.notificationid}`;
  records.push(path);
  return path;
};
/** Ends a notice before the test is over. */
async function end(path: string): Promise<void> {
  records.splice(records.indexOf(path), 1);
  await screens.api('DELETE', path);
}
/** Creates a screen mapping and returns its path. */
async function give(body: object): Promise<string> {
  const { dashboarddefaultid } = await screens.api('POST', '/dashboarddefaults', body);
  const path = `/dashboarddefaults/${dashboarddefaultid}`;
  records.push(path);
  return path;
}

test('the screen rotates slides by their time and shows changes within half a minute', async () => {
  await screens.add('lobby', 'a.png', 'b.png', 'c.png');
  await screens.time('lobby', 5);
  await open('/display/lobby');
  await comes(visiblePicture('a.png'));
  for (const [name, next] of [
    ['a.png', 'b.png'],
    ['b.png', 'c.png'],
    ['c.png', 'a.png'],
  ] as const) {
    // The slide appeared within the last two seconds, so three to five seconds of its time are left.
    await page.clock.runFor(2900);
    expect(await page.locator('[data-on] img').getAttribute('alt')).toBe(name);
    await page.clock.runFor(2100);
    await visiblePicture(next).waitFor();
  }
  await screens.api('POST', '/slides/lobby/delete', { files: ['a.png', 'b.png', 'c.png'] });
  await screens.add('lobby', 'd.png');
  await pass(31);
  await visiblePicture('d.png').waitFor();
  await screens.clear('lobby');
  await pass(31);
  await page.getByText('Nothing to show yet').waitFor();
});

test('the screen skips a slide when its picture does not load', async () => {
  await screens.add('lobby', 'a.png', 'b.png', 'c.png');
  await screens.time('lobby', 3);
  await page.route('**/img/lobby/b.png*', (route) => route.abort());
  await open('/display/lobby');
  await comes(visiblePicture('a.png'));
  await comes(visiblePicture('c.png'));
  await comes(visiblePicture('a.png'));
  expect(await page.getByAltText('b.png').count()).toBe(0);
});

test('the screen shows a small notice, keeps rotating and recovers when the connection is lost', async () => {
  await screens.add('lobby', 'a.png', 'b.png');
  await screens.time('lobby', 4);
  await notice('The gate is closed', { endtime: inHours(1) });
  await open('/display/lobby');
  for (const name of ['a.png', 'b.png']) await comes(visiblePicture(name));
  await comes(page.getByText('The gate is closed'));
  const outage = page.getByText(/^No connection since/);
  expect(await outage.count()).toBe(0);
  await page.context().setOffline(true);
  await comes(outage);
  const { height } = (await outage.boundingBox())!;
  expect(height).toBeLessThan(60);
  for (const name of ['a.png', 'b.png', 'a.png']) await comes(visiblePicture(name));
  expect(await page.getByText('The gate is closed').isVisible()).toBe(true);
  // Notices that end during the outage disappear on time.
  await page.clock.fastForward('01:00:10');
  await goes(page.getByText('The gate is closed'));
  await page.context().setOffline(false);
  await goes(outage);
  await screens.add('lobby', 'new.png');
  await comes(visiblePicture('new.png'));
});

test('an alert fills the shop floor screen until it ends, but not the lobby screen', async () => {
  await screens.add('shopfloor', 'a.png');
  await open('/display/shopfloor');
  await comes(visiblePicture('a.png'));
  const path = await notice('Leave hall 2 now', { alertfleet: true, endtime: inHours(2) });
  const alert = page.getByRole('alert').filter({ hasText: 'Leave hall 2 now' });
  await comes(alert);
  const { width, height } = (await alert.boundingBox())!;
  expect([width, height]).toEqual([1920, 1080]);
  await end(path);
  await goes(alert);
  await comes(visiblePicture('a.png'));
  await notice('Leave hall 3 now', { alertfleet: true, endtime: inHours(2) });
  const second = page.getByRole('alert').filter({ hasText: 'Leave hall 3 now' });
  await comes(second);
  await page.context().setOffline(true);
  await page.clock.fastForward('02:00:10');
  await goes(second);
  await page.context().setOffline(false);
  await open('/display/lobby');
  await comes(page.getByText('Leave hall 3 now'));
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('the screen lists future notices with a time below current ones and rotates many notices', async () => {
  await screens.add('shopfloor', 'a.png');
  await notice('Now and here', { endtime: inHours(5) });
  await notice('Later on', { starttime: inHours(30), endtime: inHours(31) });
  await open('/display/shopfloor');
  await comes(page.getByText('Later on'));
  const [now, later] = [page.getByText('Now and here'), page.getByText('Later on')];
  expect((await now.boundingBox())!.y).toBeLessThan((await later.boundingBox())!.y);
  expect(await page.getByText(/^from /).count()).toBe(1);
  for (let n = 0; n < 6; n++) await notice(`Notice ${n} ${'with a long text '.repeat(9)}`);
  await comes(page.getByText('1 / ', { exact: false }).or(page.getByText('2 / ', { exact: false })));
  for (let n = 0; n < 6; n++) await comes(page.getByText(`Notice ${n} `, { exact: false }));
});

test('a screen without a role shows its address and opens its surface when that is set', async () => {
  await open('/display');
  await comes(page.getByRole('heading', { name: 'This screen has no content yet' }));
  await page.getByText('127.0.0.1', { exact: true }).waitFor();
  const { businessunitid } = await screens.api('POST', '/businessunits', { businessunit: 'Turbines' });
  const path = await give({ ipaddress: '127.0.0.1', displayrole: 'Lobby', businessunitid });
  await until(async () => page.url().startsWith(`${url}/display/lobby`), 'the lobby is opened');
  await comes(page.getByRole('heading', { name: 'Welcome Turbines' }));
  await screens.api('PUT', path, { displayrole: 'Dashboard' });
  await until(async () => page.url().startsWith(`${url}/display/shopfloor`), 'the hall is opened');
  await comes(page.getByRole('heading', { name: 'Turbines' }));
  await screens.api('PUT', path, { displayrole: 'Weigh station' });
  await open('/display');
  await comes(page.getByText('Weigh station'));
});

test('a screen is identified by the name from its URL and remembers it', async () => {
  await open('/display?fqdn=hall-3.plant.example');
  await comes(page.getByText('hall-3.plant.example'));
  await give({ fqdn: 'hall-3.plant.example', displayrole: 'Dashboard' });
  await open('/display');
  await until(async () => page.url().startsWith(`${url}/display/shopfloor`), 'the hall is opened');
});

test('the screen reloads after an upgrade', async () => {
  await open('/display/lobby');
  await comes(page.getByRole('heading', { name: 'Welcome' }));
  await page.clock.runFor(12_000);
  await page.route(`${url}/`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/\.js"/, '.js?another"');
    await route.fulfill({ response: answer, body });
  });
  let isLoaded = false;
  page.once('load', () => {
    isLoaded = true;
  });
  await until(async () => isLoaded, 'the page is loaded');
  await comes(page.getByRole('heading', { name: 'Welcome' }));
});

test('the screen shows notices of its business unit and for all, but not of another unit', async () => {
  const unit = async (businessunit: string) =>
    (await screens.api('POST', '/businessunits', { businessunit })).businessunitid;
  const [north, south] = [await unit('North'), await unit('South')];
  await give({ ipaddress: '127.0.0.1', displayrole: 'Lobby', businessunitid: north });
  await notice('For the north', { businessunitid: north });
  await notice('For the south', { businessunitid: south });
  await notice('For all');
  await open('/display/lobby');
  await comes(page.getByText('For the north'));
  expect(await page.getByText('For all').isVisible()).toBe(true);
  expect(await page.getByText('For the south').count()).toBe(0);
});

test('the screen is in German with lang=de and passes the accessibility checks at each size', async () => {
  await screens.add('lobby', 'a.png');
  await notice('Tor 3 ist gesperrt', { endtime: inHours(2) });
  // The accessibility check of the page needs a running clock.
  await page.clock.resume();
  for (const viewport of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await open('/display/lobby?lang=de');
    await comes(page.getByRole('heading', { name: 'Willkommen' }));
    await comes(page.getByText('Tor 3 ist gesperrt'));
    expect([viewport.width, await findFaults(page)]).toEqual([viewport.width, []]);
    await open('/display?lang=de');
    await comes(page.getByRole('heading', { name: 'Dieser Bildschirm hat noch keinen Inhalt' }));
    expect([viewport.width, await findFaults(page)]).toEqual([viewport.width, []]);
  }
});

test('the shop floor screen shows notices in letters of at least 39 pixels', async () => {
  await screens.add('shopfloor', 'a.png');
  await notice('Read me');
  await open('/display/shopfloor');
  await comes(page.getByText('Read me'));
  const size = await page.getByText('Read me').evaluate((element) => getComputedStyle(element).fontSize);
  // Letters 25 mm high on a 55-inch screen.
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(39);
});

test('the screen shows the cursor and the language menu only while the mouse moves', async () => {
  await open('/display/lobby');
  const cursor = () => page.locator('.mw-display-screen').evaluate((one) => getComputedStyle(one).cursor);
  await comes(page.getByRole('heading', { name: 'Welcome' }));
  expect(await cursor()).toBe('none');
  await page.mouse.move(300, 300);
  const language = page.getByLabel('Language');
  await language.waitFor();
  expect(await cursor()).toBe('auto');
  await language.selectOption({ label: 'Deutsch' });
  await comes(page.getByRole('heading', { name: 'Willkommen' }));
  await goes(page.getByLabel('Sprache'));
  expect(await cursor()).toBe('none');
});

test('the screen shows no animation when reduced motion is preferred', async () => {
  await screens.add('lobby', 'a.png');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open('/display/lobby');
  await comes(visiblePicture('a.png'));
  const animation = await page.locator('[data-on]').evaluate((one) => getComputedStyle(one).animationName);
  expect(animation).toBe('none');
});
