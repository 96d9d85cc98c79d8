import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { openTab } from '../../../test/browser/open-tab.ts';
import { DESK, findPageFaults } from '../../../test/browser/page-faults.ts';
import { testJourney } from '../../../test/support/step.ts';
import { createPrinterStage, sendQueues } from './printer-stage.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
let stage: Awaited<ReturnType<typeof createPrinterStage>>;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_ALLOW_LOOPBACK: '1' });
  stage = await createPrinterStage(plant.send);
  await sendQueues(plant.url, stage.secret);
  page = plant.session.page;
});
afterAll(async () => {
  stage?.zabbix.stop();
  await plant?.stop();
});

// A PC without its own printers inherits those of its machine.
beforeEach(async () => {
  await page.setViewportSize(DESK);
  await plant.send('PUT', `/printers/assignments/for-asset/${stage.pc}`, { printerids: [] });
});

const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr');
const textsOf = async (name: string) =>
  (await rowsOf(name).allInnerTexts()).map((text) =>
    text
      .split(/\s*\t\s*/)
      .slice(0, 4)
      .join(' | '),
  );
const dialog = () => page.getByRole('dialog');

test('the supplies page sorts by urgency and shows unknown levels and parts to order', async () => {
  await page.goto(`${plant.url}/printers/supplies`);
  await rowsOf('Supplies').first().waitFor();
  expect(await textsOf('Supplies')).toEqual([
    'HALL3-COLOR | Cyan toner | 7 %, critical | TN70C or TN70CX (high)',
    'HALL3-COLOR | Magenta toner | 18 %, low | TN70M or TN70MX (high)',
    'HALL3-LABELS | Ribbon | Unknown | –',
    'HALL3-LABELS | Print head | Outdated, was 40 % | –',
    'HALL3-COLOR | Waste box | Some left | –',
    'HALL3-COLOR | Black toner | 64 % | TN70B or TN70BX (high)',
    'HALL3-COLOR | Yellow toner | 91 % | TN70Y or TN70YX (high)',
  ]);
  await page.getByText('2 to order. 1 printer reports no levels.').waitFor();
  await page.getByLabel('State').selectOption('order');
  expect(await rowsOf('Supplies').count()).toBe(2);
  await page.getByLabel('Filter supplies').fill('magenta');
  expect(await rowsOf('Supplies').count()).toBe(1);
});

testJourney('the page of a PC lets an admin choose its printers and adopt its queues', {
  'it shows inherited printers, assigns others by checkboxes and undoes that': async () => {
    await page.goto(`${plant.url}/assets/${stage.pc}?tab=printers`);
    await rowsOf('Assigned printers').first().waitFor();
    expect((await textsOf('Assigned printers'))[0]).toBe(
      'HALL3-COLOR | PR-01 | Through Grinder (MC-100), which it controls | Yes',
    );
    await page.getByRole('button', { name: 'Assign printers' }).click();
    await dialog().getByLabel('OFFICE-MONO · PR-03', { exact: true }).check();
    await dialog().getByLabel('OFFICE-MONO · PR-03 is the default').check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await rowsOf('Assigned printers').getByText('Assigned here').waitFor();
    expect(await textsOf('Assigned printers')).toEqual(['OFFICE-MONO | PR-03 | Assigned here | Yes']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowsOf('Assigned printers').getByText('Grinder (MC-100)').first().waitFor();
  },
  'it adopts the queues of a PC and lists those without a printer': async () => {
    await rowsOf('Reported printers').first().waitFor();
    expect(
      (await textsOf('Reported printers')).map((text) => text.split(' | ').slice(0, 2).join(': ')),
    ).toEqual([
      'Microsoft Print to PDF: File or program',
      'Office: OFFICE-MONO by its address',
      'Old plotter: Unknown printer',
    ]);
    await page.getByRole('button', { name: 'Assign these' }).click();
    await page.getByText('Skipped as unknown: Microsoft Print to PDF, Old plotter.').waitFor();
    await rowsOf('Assigned printers').getByText('Assigned here').waitFor();
  },
  'the tabs pass the accessibility checks when the PC has its own printers': async () => {
    const paths = [
      `/printers/${stage.printers['HALL3-COLOR']}?tab=users`,
      `/assets/${stage.pc}?tab=printers`,
    ];
    for (const scheme of ['light', 'dark'] as const)
      expect(await findPageFaults(plant, paths, scheme)).toEqual([]);
  },
});

test('the printer page shows supply levels, drivers and the assets that print on it', async () => {
  await page.goto(`${plant.url}/printers/${stage.printers['HALL3-COLOR']}?tab=supplies`);
  await rowsOf('Supplies').getByText('7 %, critical').waitFor();
  await page.getByText('Reachable', { exact: true }).waitFor();
  await rowsOf('Drivers for this model').getByText('Papyra Universal PCL6').waitFor();
  await openTab(page, 'Used by');
  await rowsOf('Used by').getByRole('link', { name: 'Grinder', exact: true }).waitFor();
});

test('the install page downloads the batch of the selected printers', async () => {
  await page.goto(`${plant.url}/printers/install`);
  await page.getByLabel('HALL3-COLOR').check();
  await page.getByLabel('OFFICE-MONO').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download for 2' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('install-printers.bat');
  const text = readFileSync(await download.path(), 'utf8');
  expect(['HALL3-COLOR', 'OFFICE-MONO', 'HALL3-LABELS'].map((name) => text.includes(name))).toEqual([
    true,
    true,
    false,
  ]);
});

/** Deletes the part of the model, because the supplies page lists parts to order. */
async function removePart(partnumber: string): Promise<void> {
  const path = '/printers/models?search=ColorFlow';
  const [model] = (await plant.send('GET', path)).data as [
    { supplies: { modelsupplyid: number; partnumber: string }[] },
  ];
  const part = model.supplies.find((one) => one.partnumber === partnumber);
  if (part) await plant.send('DELETE', `/printers/supplies/${part.modelsupplyid}`);
}

test('the models page adds a part and shows an error at the field when the part exists', async () => {
  try {
    await page.goto(`${plant.url}/printers/models`);
    await page.getByRole('button', { name: 'Add part for ColorFlow C70' }).click();
    await dialog().getByLabel('Part number').fill('TN70B');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByText('belongs to another record').waitFor();
    await dialog().getByLabel('Part number').fill('WB70');
    await dialog().getByLabel('Supply').selectOption('waste');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'ColorFlow C70', exact: true }).click();
    await page.getByText('WB70', { exact: true }).waitFor();
  } finally {
    await removePart('WB70');
  }
  expect(plant.session.problems.filter((problem) => !/\b409\b/.test(problem))).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'the printer pages pass the accessibility checks: %s',
  async (scheme) => {
    const printer = `/printers/${stage.printers['HALL3-COLOR']}`;
    const paths = [
      '/printers',
      '/printers/supplies',
      '/printers/models',
      '/printers/install',
      `${printer}?tab=supplies`,
      `${printer}?tab=users`,
      `/assets/${stage.pc}?tab=printers`,
    ];
    expect(await findPageFaults(plant, paths, scheme)).toEqual([]);
  },
);
