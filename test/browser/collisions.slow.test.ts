import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks, findPageFaults, PHONE } from './page-faults.ts';

setDefaultTimeout(120_000);

const PATH = '/assets/collisions';
const KEY = 'browser-collector-key';

let plant: FilledPlant;
beforeEach(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_COLLECTOR_KEY: KEY });
  for (const n of [1, 2, 3]) {
    await report({
      hostname: 'raspberrypi',
      serialnumber: `SER-${n}`,
      uuid: `11111111-aaaa-4000-8000-00000000000${n}`,
      osname: 'Debian GNU/Linux 12 (bookworm)',
      loggedinuser: n === 1 ? 'ina' : undefined,
      ipaddresses: [`10.0.0.${n}`, `fd00::${n}`],
      macaddresses: [`dc:a6:32:00:00:0${n}`],
    });
  }
});
afterEach(() => plant?.stop());

async function report(body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': KEY };
  const response = await fetch(`${plant.url}/api/collector/computers`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

test.each(['light', 'dark'] as const)(
  'the page of possible duplicates has no layout or accessibility fault in %s colors',
  async (scheme) => {
    expect(await findPageFaults(plant, [PATH], scheme)).toEqual([]);
    await plant.session.page.getByRole('region', { name: 'raspberrypi and raspberrypi-SER-2' }).waitFor();
  },
);

test('an admin decides the pairs from the dashboard by keyboard and undoes a merge', async () => {
  const { page } = plant.session;
  await page.setViewportSize(DESK);
  await page.goto(plant.url);
  await page.getByRole('link', { name: /Unresolved possible duplicates/ }).click();
  await page.waitForURL(`**${PATH}`);
  const pair = page.getByRole('region', { name: 'raspberrypi and raspberrypi-SER-2' });
  await pair.getByText('with the serial numbers SER-1 and SER-2').waitFor();
  const facts = pair.getByRole('table', { name: 'raspberrypi and raspberrypi-SER-2' });
  expect(await facts.getByRole('row', { name: /Serial number/ }).innerText()).toContain('SER-2');
  expect(await facts.getByRole('rowheader', { name: 'Serial number differs' }).count()).toBe(1);
  expect(await facts.getByRole('rowheader', { name: 'Operating system differs' }).count()).toBe(0);

  await pair.getByRole('button', { name: 'Preview: raspberrypi and raspberrypi-SER-2' }).click();
  await pair.getByText(/^(?:1 address|\d+ addresses) would move\.$/).waitFor();
  await pair.getByRole('button', { name: 'Same: raspberrypi and raspberrypi-SER-2' }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Different: raspberrypi and raspberrypi-SER-2',
  );
  await page.keyboard.press('Enter');
  await page.getByText('raspberrypi and raspberrypi-SER-2 stay separate.').waitFor();
  await pair.waitFor({ state: 'detached' });
  // The list has the focus, so the next Tab reaches the remaining pair.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('section')?.textContent)).toContain(
    'SER-3',
  );

  await page.getByRole('button', { name: 'Same: raspberrypi and raspberrypi-SER-3' }).press('Enter');
  await page.getByText('raspberrypi-SER-3 merged into raspberrypi.').waitFor();
  await page.getByText('No possible duplicates').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('region', { name: 'raspberrypi and raspberrypi-SER-3' }).waitFor();
  expect(plant.session.problems).toEqual([]);
});

/** Approves a PC as this record. Afterwards the PC has a credential. */
async function enrol(serialnumber: string, assetid: number): Promise<void> {
  const asking = { hostname: 'press', serialnumber, nonce: `${assetid}`.padStart(32, 'a') };
  const { data } = await plant.send('POST', '/endpoints/enroll', asking);
  const { requestid } = data as { requestid: number };
  await plant.send('POST', `/endpoints/enrollment/${requestid}/approve`, { assetid });
  await plant.send('POST', '/endpoints/enroll', asking);
}

test('the preview of a merge lists what moves and what ends when both PCs have agents', async () => {
  const { page } = plant.session;
  const serials = ['PRESS-1', 'PRESS-2'];
  for (const serialnumber of serials) await report({ hostname: 'press', serialnumber });
  let newer = 0;
  for (const serialnumber of serials) {
    const found = await plant.send('GET', `/assets?search=${serialnumber}`);
    const [asset] = found.data as { assetid: number }[];
    newer = asset!.assetid;
    await enrol(serialnumber, newer);
  }
  await plant.send('POST', `/endpoints/asset/${newer}/commands`, {
    action: 'message',
    parameters: { text: 'x' },
  });
  await plant.send('PUT', `/endpoints/asset/${newer}/lock`, { reason: 'at work' });
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await page.goto(`${plant.url}${PATH}`);
    await page.getByRole('button', { name: 'Preview: press and press-PRESS-2' }).click();
    await page
      .getByText(
        '1 lock of a PC, 1 enrollment request and 1 command would move; the credential of the newer one is revoked; 1 command without a result is canceled.',
      )
      .waitFor();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
  }
  expect(plant.session.problems).toEqual([]);
});

/** Inserts two vendors that an earlier version allowed. */
function addVendorTwice(): void {
  const db = new Database(join(plant.data, 'millwright.db'));
  const at = '2026-01-01T00:00:00.000Z';
  for (const vendor of ['Müller', 'MÜLLER']) {
    const { lastInsertRowid } = db.run(
      'INSERT INTO vendors (vendor, createddate, modifieddate) VALUES (?, ?, ?)',
      [vendor, at, at],
    );
    db.run(
      "INSERT INTO foldednames (tablename, columnname, recordid, folded) VALUES ('vendors', 'vendor', ?, 'müller')",
      [lastInsertRowid],
    );
  }
  db.close();
}

test('an admin finds names that differ only in letter case, and a renamed one disappears', async () => {
  const { page } = plant.session;
  addVendorTwice();
  await page.goto(plant.url);
  await page.getByRole('link', { name: /Names that differ only in letter case/ }).click();
  await page.waitForURL(`**${PATH}`);
  const names = page.getByRole('region', { name: 'Names that differ only in letter case' });
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await names.getByRole('rowheader', { name: 'Vendors' }).waitFor();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
  }
  await page.setViewportSize(DESK);
  await names.getByRole('link', { name: 'MÜLLER', exact: true }).click();
  await page.getByRole('heading', { name: 'MÜLLER', exact: true }).waitFor();
  const vendorid = Number(new URL(page.url()).pathname.split('/').at(-1));
  await plant.send('PUT', `/vendors/${vendorid}`, { vendor: 'Müller Metall' });
  await page.goto(`${plant.url}${PATH}`);
  await page.getByRole('region', { name: 'raspberrypi and raspberrypi-SER-2' }).waitFor();
  expect(await names.count()).toBe(0);
  expect(plant.session.problems).toEqual([]);
});
