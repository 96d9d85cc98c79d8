import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { FilledPlant } from './filled-plant.ts';
import { startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

const NAME = 'Universal milling machine with a long name, third bay on the left, next to the gate of hall';
const NUMBER = 'ABCD-1234-EFGH-5678-';
const LENGTHS = [1, 6, 12, 20, 31, 48];
const SIZES = [
  [15, 15],
  [25, 15],
  [30, 30],
  [50, 25],
  [62, 29],
  [100, 50],
] as const;
const FORMATS = ['qr', 'code128', 'datamatrix'] as const;
const STYLES = ['card', 'plain'] as const;

let plant: FilledPlant;
const assets: { assetid: number; assetnumber: string }[] = [];
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const types = (await plant.send('GET', '/assets/types')).data as { assettypeid: number }[];
  for (const length of LENGTHS) {
    const assetnumber = NUMBER.repeat(3).slice(0, length);
    const body = { assetnumber, assettypeid: types[0]!.assettypeid, name: NAME };
    assets.push((await plant.send('POST', '/assets', body)).data);
  }
  expect(assets.map(({ assetnumber }) => assetnumber.length)).toEqual(LENGTHS);
});
afterAll(() => plant?.stop());

async function open(look: object, ids: readonly number[]): Promise<void> {
  const { page } = plant.session;
  await page.evaluate(
    (text) => localStorage.setItem('millwright.label', text),
    JSON.stringify({ medium: 'roll', ...look }),
  );
  await page.goto(`${plant.url}/print/labels/asset?ids=${ids.join(',')}`);
  await page.locator('.mw-label').first().waitFor();
}

/** Returns the text of the number of each label on the page, and the layout errors of its boxes. */
const labelsOfPage = () =>
  plant.session.page.evaluate(() =>
    [...document.querySelectorAll('.mw-label')].map((label) => {
      const outer = label.getBoundingClientRect();
      const isInside = ({ left, right, top, bottom }: DOMRect) =>
        left >= outer.left - 0.5 &&
        right <= outer.right + 0.5 &&
        top >= outer.top - 0.5 &&
        bottom <= outer.bottom + 0.5;
      const rows = [...label.querySelectorAll<HTMLElement>('.mw-label-row')];
      const boxes = rows.map((row) => {
        const range = document.createRange();
        range.selectNodeContents(row);
        return range.getBoundingClientRect();
      });
      const code = label.querySelector('.mw-label-code')?.getBoundingClientRect();
      const all = code ? [...boxes, code] : boxes;
      const overlaps = all.some((a, n) =>
        all
          .slice(n + 1)
          .some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
          ),
      );
      const number = rows.find((row) => row.classList.contains('mw-label-number'));
      return {
        number: number?.textContent ?? null,
        letters: number ? (Number.parseFloat(getComputedStyle(number).fontSize) * 25.4) / 96 : null,
        isInside: all.every(isInside),
        overlaps,
        isRefused: label.querySelector('.mw-label-small') !== null,
      };
    }),
  );

test.each(FORMATS)(
  'the label page shows each number completely next to its %s or refuses the size',
  async (format) => {
    let labelCount = 0;
    for (const [width, height] of SIZES)
      for (const style of STYLES) {
        await open(
          { format, style, size: { width, height } },
          assets.map(({ assetid }) => assetid),
        );
        const labels = await labelsOfPage();
        const what = `${format} ${width} x ${height} ${style}`;
        expect([what, labels.length]).toEqual([what, assets.length]);
        for (const [n, label] of labels.entries()) {
          if (label.isRefused) continue;
          expect([what, label.number, label.isInside, label.overlaps]).toEqual([
            what,
            assets[n]!.assetnumber,
            true,
            false,
          ]);
          expect([what, label.number, label.letters! >= 1.49]).toEqual([what, label.number, true]);
          labelCount++;
        }
        const isRefused = labels.some((one) => one.isRefused);
        const problem = plant.session.page.getByText('The smallest size that fits is');
        expect([what, await problem.count()]).toEqual([what, isRefused ? 1 : 0]);
        expect(
          await plant.session.page.getByRole('button', { name: 'Print', exact: true }).isDisabled(),
        ).toBe(isRefused);
      }
    expect(labelCount).toBeGreaterThan(20);
  },
);

test('the label fits the smallest size that the page names', async () => {
  const { page } = plant.session;
  const long = assets.at(-1)!;
  await open({ format: 'qr', style: 'card', size: { width: 15, height: 15 } }, [long.assetid]);
  const text = (await page.getByText('The smallest size that fits is').textContent())!;
  const [, width, height] = /is (\d+) × (\d+) mm/.exec(text)!;
  await open({ format: 'qr', style: 'card', size: { width: Number(width), height: Number(height) } }, [
    long.assetid,
  ]);
  expect(await labelsOfPage()).toMatchObject([
    { number: long.assetnumber, isInside: true, isRefused: false },
  ]);
});

test('the default label has no layout fault in any theme when the name is long', async () => {
  await open(
    {},
    assets.slice(0, 3).map(({ assetid }) => assetid),
  );
  expect(await findFaultsInAllLooks(plant.session.page)).toEqual([]);
  await open(
    { size: { width: 15, height: 15 } },
    assets.map(({ assetid }) => assetid),
  );
  expect(await findFaultsInAllLooks(plant.session.page)).toEqual([]);
});

test('the label page states the smallest size when the labels of a sheet are too small', async () => {
  const sheet = { name: 'Own sheet', paper: 'A4', columns: 2, rows: 2, width: 15, height: 15 };
  await open({ medium: 'sheet', sheet: { ...sheet, left: 10, top: 10, gapx: 5, gapy: 5 } }, [
    assets.at(-1)!.assetid,
  ]);
  await plant.session.page.getByText('The smallest size that fits is').waitFor();
  expect((await labelsOfPage()).map(({ isRefused }) => isRefused)).toEqual([true]);
});
