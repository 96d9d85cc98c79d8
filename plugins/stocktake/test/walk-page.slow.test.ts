import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import bwip from 'bwip-js/node';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { findPageFaults } from '../../../test/browser/page-faults.ts';
import { readPixels } from '../web/read-pixels.ts';

setDefaultTimeout(120_000);

const PHONE = { width: 390, height: 844 };

let plant: FilledPlant;
let locationid: number;
beforeAll(async () => {
  plant = await startFilledPlant(PHONE);
  ({ locationid } = (await plant.send('POST', '/locations', { location: 'Hall 9' })).data as {
    locationid: number;
  });
  const { locationid: cell } = (
    await plant.send('POST', '/locations', { location: 'Cell 9', parentlocationid: locationid })
  ).data as { locationid: number };
  for (let n = 1; n <= 40; n++)
    await plant.send('POST', '/assets', {
      assetnumber: `W-${n}`,
      name: `Bench ${n}`,
      assettypeid: 1,
      locationid: n % 2 ? cell : locationid,
    });
});
beforeEach(async () => {
  const { page, problems } = plant.session;
  await page.setViewportSize(PHONE);
  await page.goto(`${plant.url}/stocktake`);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('millwright.stocktake.')) localStorage.removeItem(key);
  });
  problems.length = 0;
});
afterEach(async () => {
  await plant.session.context.setOffline(false);
  await plant.session.page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => plant?.stop());

interface Figures {
  found: number;
  missing: number;
  unexpected: number;
  unknown: number;
}
const figures = async (id: number) => (await plant.send('GET', `/stocktakes/${id}`)).data as Figures;
const start = async (place = locationid) => {
  const { data } = await plant.send('POST', '/stocktakes', { locationid: place });
  return (data as { stocktakeid: number }).stocktakeid;
};
const open = async (stocktakeid: number) => {
  await plant.session.page.goto(`${plant.url}/stocktake/${stocktakeid}`);
  await plant.session.page.getByLabel('Code of a label').waitFor();
};
const counterOf = (title: string) =>
  plant.session.page.getByRole('status', { name: 'So far' }).locator('> div', { hasText: title });
/** Types like a wedge scanner: all keys at once, independent of the focus. */
const burst = (...codes: string[]) =>
  Promise.all(codes.map((code) => plant.session.page.keyboard.type(`${code}\n`)));
/** Returns the number of scans of the stocktake that are stored on the phone. */
const waiting = (stocktakeid: number) =>
  plant.session.page.evaluate((id) => {
    const pattern = new RegExp(`^millwright\\.stocktake\\.\\w+\\.${id}\\.`);
    return Object.keys(localStorage).filter((key) => pattern.test(key)).length;
  }, stocktakeid);

/** Draws a QR code as pixels with a scale of six pixels per module. */
function drawQrCode(text: string) {
  const [{ pixs, pixx, pixy }] = bwip.raw('qrcode', text, '') as unknown as [
    { pixs: number[]; pixx: number; pixy: number },
  ];
  const [scale, margin] = [6, 40];
  const [width, height] = [pixx * scale + 2 * margin, pixy * scale + 2 * margin];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < pixy * scale; y++)
    for (let x = 0; x < pixx * scale; x++)
      if (pixs[Math.floor(y / scale) * pixx + Math.floor(x / scale)])
        data.fill(0, ((y + margin) * width + x + margin) * 4, ((y + margin) * width + x + margin) * 4 + 3);
  return { data, width, height };
}

test('the page starts a stocktake on a phone and shows the number of expected assets', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/stocktake`);
  await page.getByRole('button', { name: 'Start' }).first().click();
  await page.getByRole('button', { name: /^Hall 9/ }).click();
  await page.getByText('40 assets expected there.').waitFor();
  await page.getByRole('region', { name: 'Start' }).getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { level: 1, name: /^Hall 9/ }).waitFor();
  await page.getByText('40 assets expected').waitFor();
  expect(plant.session.problems).toEqual([]);
});

test('the page accepts each scan of a burst without focus and removes the last one', async () => {
  const { page } = plant.session;
  const stocktakeid = await start();
  await open(stocktakeid);
  await page.getByRole('button', { name: 'Sound off' }).click();
  for (const code of ['W-1', 'W-2', 'W-3', 'W-2', 'M-1', 'UNKNOWN-1']) await burst(code);
  await counterOf('found').getByText('3', { exact: true }).waitFor();
  await counterOf('unexpected').getByText('1', { exact: true }).waitFor();
  await page.getByText('No asset has this code').waitFor();
  expect(await figures(stocktakeid)).toMatchObject({ found: 3, missing: 37, unexpected: 1, unknown: 1 });
  await page.getByRole('button', { name: 'Undo M-1' }).click();
  await counterOf('unexpected').getByText('0', { exact: true }).waitFor();
  await page.getByRole('button', { name: /Show missing assets/ }).click();
  await page.getByRole('heading', { name: 'Cell 9' }).waitFor();
  expect(await page.getByText('Bench 40').count()).toBe(1);
  expect(await page.getByText('Bench 3', { exact: true }).count()).toBe(0);
  expect(plant.session.problems).toEqual([]);
});

test('the phone stores scans without network and over a reload and sends them once later', async () => {
  const { page, context } = plant.session;
  const stocktakeid = await start();
  await open(stocktakeid);
  await burst('W-5');
  await counterOf('found').getByText('1', { exact: true }).waitFor();
  await context.setOffline(true);
  for (const code of ['W-6', 'W-7', 'W-8']) await burst(code);
  await page.getByText('3 scans wait for the network').waitFor();
  // The page reloads without a network. It appears once the network is back, with the stored scans.
  await page.reload().catch(() => undefined);
  await context.setOffline(false);
  await open(stocktakeid);
  await counterOf('found').getByText('4', { exact: true }).waitFor();
  expect(await figures(stocktakeid)).toMatchObject({ found: 4, unknown: 0 });
  expect(await waiting(stocktakeid)).toBe(0);
});

test('the phone stores scans over a reload and sends them on demand when no response came', async () => {
  const { page } = plant.session;
  const stocktakeid = await start();
  // The phone also sends by itself. Nothing arrives before the click, so that the button stays until then.
  let isClicked = false;
  await page.route('**/api/stocktakes/*/scans', (route) => (isClicked ? route.continue() : route.abort()));
  await page.exposeFunction('recordClick', () => {
    isClicked = true;
  });
  await open(stocktakeid);
  await burst('W-9');
  await burst('W-10');
  await page.getByText('2 scans wait for the network').waitFor();
  await page.reload();
  await page.getByText('2 scans wait for the network').waitFor();
  expect(await figures(stocktakeid)).toMatchObject({ found: 0 });
  const send = page.getByRole('button', { name: 'Send now' });
  await send.evaluate((button) =>
    button.addEventListener('click', () => Reflect.get(window, 'recordClick')()),
  );
  await send.click();
  await counterOf('found').getByText('2', { exact: true }).waitFor();
  await page.unroute('**/api/stocktakes/*/scans');
  expect(await waiting(stocktakeid)).toBe(0);
});

test('the phone sends a scan again and it counts once when the response is lost', async () => {
  const { page } = plant.session;
  const stocktakeid = await start();
  await open(stocktakeid);
  let lost = 0;
  await page.route('**/api/stocktakes/*/scans', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await burst('W-11');
  await page.getByText('Bench 11. Found.').waitFor();
  await page.unroute('**/api/stocktakes/*/scans');
  const items = (await plant.send('GET', `/stocktakes/${stocktakeid}/items?state=found`)).data as unknown[];
  expect([lost >= 2, items.length, await waiting(stocktakeid)]).toEqual([true, 1, 0]);
});

test('the phone stores scans and shows why when the stocktake was canceled', async () => {
  const { page } = plant.session;
  const stocktakeid = await start();
  await open(stocktakeid);
  await plant.send('POST', `/stocktakes/${stocktakeid}/cancel`, {});
  await burst('W-12');
  await page.getByText(/1 scan could not be saved: This stocktake was canceled/).waitFor();
  expect(await waiting(stocktakeid)).toBe(1);
});

test('the camera scans a code once, and the page shows a message when access is denied', async () => {
  const { page } = plant.session;
  const stocktakeid = await start();
  const { data, width, height } = drawQrCode('W-20');
  await page.addInitScript(
    ({ pixels, width, height }) => {
      if ((globalThis as { refuses?: boolean }).refuses) return;
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d')!;
      const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
      navigator.mediaDevices.getUserMedia = async () => {
        setInterval(() => context.putImageData(image, 0, 0), 50);
        return canvas.captureStream(20);
      };
    },
    { pixels: [...data], width, height },
  );
  await open(stocktakeid);
  await page.getByRole('button', { name: 'Camera' }).click();
  await counterOf('found').getByText('1', { exact: true }).waitFor();
  expect(await figures(stocktakeid)).toMatchObject({ found: 1, unknown: 0 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Camera' }).click();
  await page.getByText('The browser blocked the camera.').waitFor();
});

test('readPixels returns the text of an asset label, or null when there is none', () => {
  expect(readPixels(drawQrCode('https://plant.example/assets/7'))).toBe('https://plant.example/assets/7');
  expect(readPixels({ data: new Uint8ClampedArray(400 * 400 * 4).fill(255), width: 400, height: 400 })).toBe(
    null,
  );
});

test('the finish dialog shows a preview, finishes and links to the report', async () => {
  const { page } = plant.session;
  const made = await plant.send('POST', '/locations', { location: 'Hall 8' });
  const { locationid: hall } = made.data as { locationid: number };
  await plant.send('POST', '/assets', { assetnumber: 'E-1', assettypeid: 1, locationid: hall });
  await open(await start(hall));
  await burst('E-1');
  await burst('M-2');
  await counterOf('found').getByText('1', { exact: true }).waitFor();
  await counterOf('unexpected').getByText('1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByLabel('Move unexpected assets to Hall 8').check();
  const preview = page.getByLabel('Preview');
  await preview.getByText('Will be moved').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByText('This stocktake is finished.').waitFor();
  const asset = (await plant.send('GET', '/assets?search=M-2')).data as { location: string }[];
  expect(asset[0]!.location).toBe('Hall 8');
  await page.getByRole('link', { name: 'Open report' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stocktake' }).waitFor();
  await page.getByText('M-2').first().waitFor();
});

test('an unexpected asset moves to the location of the stocktake at once, and the move is undone', async () => {
  const { page } = plant.session;
  await open(await start());
  await burst('M-3');
  const last = page.getByRole('status', { name: 'Last scan' });
  await last.getByText('Unexpected: its registered location is not set.').waitFor();
  await last.getByRole('button', { name: 'Move here' }).click();
  await last.getByText('Moved here.').waitFor();
  const readLocation = async () =>
    ((await plant.send('GET', '/assets?search=M-3')).data as { location: string | null }[])[0]!.location;
  expect(await readLocation()).toBe('Hall 9');
  expect(await last.getByRole('button', { name: 'Move here' }).count()).toBe(0);
  await page
    .getByText('M-3 moved to Hall 9.')
    .locator('xpath=..')
    .getByRole('button', { name: 'Undo' })
    .click();
  await last.getByRole('button', { name: 'Move here' }).waitFor();
  expect(await readLocation()).toBeNull();
  expect(plant.session.problems).toEqual([]);
});

test('the stocktake pages pass the accessibility checks on phone and desk, light and dark', async () => {
  const stocktakeid = await start();
  await open(stocktakeid);
  await burst('M-2');
  await counterOf('unexpected').getByText('1', { exact: true }).waitFor();
  const [asset] = (await plant.send('GET', '/assets?search=M-2')).data as { assetid: number }[];
  const paths = [
    '/stocktake',
    `/stocktake/${stocktakeid}`,
    `/stocktakes/${stocktakeid}?tab=items`,
    `/assets/${asset!.assetid}?tab=stocktakes`,
  ];
  expect(await findPageFaults(plant, paths, 'light')).toEqual([]);
  expect(await findPageFaults(plant, paths, 'dark')).toEqual([]);
});
