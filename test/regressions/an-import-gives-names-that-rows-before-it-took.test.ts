import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
/**
 * Creates separate vendors for a test. Returns a function that writes a file with them, and one that reads
 * their names.
 */
async function makeVendors(count: number) {
  const mark = `V${++made}`;
  const ids: number[] = [];
  for (const letter of 'ABCDEF'.slice(0, count))
    ids.push((await site.admin.post('/api/vendors', { vendor: `${mark} ${letter}` })).data.vendorid);
  const namesNow = async () => {
    const { data } = await site.admin.get(`/api/vendors?search=${mark}&per_page=100`);
    return data
      .map((row: { vendorid: number; vendor: string }) => [ids.indexOf(row.vendorid), row.vendor.slice(-1)])
      .sort();
  };
  /** Each row is the index of a vendor, or undefined for a new one, and the letter of its name. */
  const fileOf = (rows: readonly (readonly [number | undefined, string])[]) =>
    `vendorid,vendor\n${rows.map(([n, letter]) => `${n === undefined ? '' : ids[n]},${mark} ${letter}`).join('\n')}\n`;
  return { fileOf, namesNow };
}

type Rows = readonly (readonly [number | undefined, string])[];

test.each<[what: string, rows: Rows, outcomes: string[], names: [number, string][]]>([
  [
    'one takes the name that the row before gave up',
    [
      [0, 'X'],
      [1, 'A'],
    ],
    ['update', 'update'],
    [
      [0, 'X'],
      [1, 'A'],
    ],
  ],
  [
    'three move on by one',
    [
      [0, 'X'],
      [1, 'A'],
      [2, 'B'],
    ],
    ['update', 'update', 'update'],
    [
      [0, 'X'],
      [1, 'A'],
      [2, 'B'],
    ],
  ],
  [
    'a new record takes a name that was given up',
    [
      [0, 'X'],
      [undefined, 'A'],
    ],
    ['update', 'add'],
    [
      [-1, 'A'],
      [0, 'X'],
      [1, 'B'],
    ],
  ],
  [
    'a name changes its letter case',
    [
      [0, 'a'],
      [1, 'B'],
    ],
    ['update', 'skip'],
    [
      [0, 'a'],
      [1, 'B'],
    ],
  ],
])('the dry run and the import agree and succeed when %s', async (_what, rows, outcomes, names) => {
  const { fileOf, namesNow } = await makeVendors(Math.max(2, rows.length));
  const csv = fileOf(rows);
  const [dry, done] = [
    await importFile(site.admin, 'vendors', csv),
    await importFile(site.admin, 'vendors', csv, { dryrun: 'false' }),
  ];
  expect([rowOutcomesOf(dry), rowOutcomesOf(done)]).toEqual([outcomes, outcomes]);
  expect(dry.data.rows.map((row: { changes: object }) => row.changes)).toEqual(
    done.data.rows.map((row: { changes: object }) => row.changes),
  );
  expect((await namesNow()).filter(([n]: [number]) => n < 2 || rows.length > 2)).toEqual(names);
  expect((await site.admin.post(`/api/imports/${done.data.importid}/undo`, {})).status).toBe(200);
  expect((await namesNow()).slice(0, 2)).toEqual([
    [0, 'A'],
    [1, 'B'],
  ]);
});

test.each<[what: string, rows: Rows, outcomes: string[], lines: number[]]>([
  [
    'two swap their names',
    [
      [0, 'B'],
      [1, 'A'],
    ],
    ['error', 'error'],
    [3, 2],
  ],
  [
    'three swap their names in a circle',
    [
      [0, 'B'],
      [1, 'C'],
      [2, 'A'],
    ],
    ['error', 'error', 'error'],
    [3, 4, 2],
  ],
  [
    'the row that gives the name up comes later',
    [
      [1, 'A'],
      [0, 'X'],
    ],
    ['error', 'update'],
    [3],
  ],
  [
    'the other row keeps its name',
    [
      [1, 'A'],
      [0, 'A'],
    ],
    ['error', 'skip'],
    [3],
  ],
])(
  'the dry run and the import name the line in the same error when %s',
  async (_what, rows, outcomes, lines) => {
    const { fileOf, namesNow } = await makeVendors(3);
    const before = await namesNow();
    const dry = await importFile(site.admin, 'vendors', fileOf(rows));
    expect(rowOutcomesOf(dry)).toEqual(outcomes);
    const reasons = reasonsOf(dry).filter((reason) => reason !== null);
    expect(reasons).toEqual(lines.map((line) => expect.stringContaining(`line ${line} of this file`)));
    const stopped = await importFile(site.admin, 'vendors', fileOf(rows), { dryrun: 'false' });
    expect([stopped.status, stopped.error.details.rows.map((row: { reason: string }) => row.reason)]).toEqual(
      [400, reasons],
    );
    expect(await namesNow()).toEqual(before);
    const done = await importFile(site.admin, 'vendors', fileOf(rows), {
      dryrun: 'false',
      skiperrors: 'true',
    });
    expect(done.data.rows).toEqual(dry.data.rows);
  },
);

test('the import moves model numbers on within their vendor and refuses to swap them', async () => {
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Models' })).data;
  const add = async (modelnumber: string) =>
    (await site.admin.post('/api/models', { modelnumber, vendorid })).data.modelnumberid as number;
  const [one, two] = [await add('M-1'), await add('M-2')];
  const csv = `modelnumberid,modelnumber\n${one},M-3\n${two},M-1\n`;
  const dry = await importFile(site.admin, 'models', csv);
  const done = await importFile(site.admin, 'models', csv, { dryrun: 'false' });
  expect([rowOutcomesOf(dry), rowOutcomesOf(done)]).toEqual([
    Array(2).fill('update'),
    Array(2).fill('update'),
  ]);
  const swap = await importFile(site.admin, 'models', `modelnumberid,modelnumber\n${one},M-1\n${two},M-3\n`);
  expect(rowOutcomesOf(swap)).toEqual(['error', 'error']);
});
