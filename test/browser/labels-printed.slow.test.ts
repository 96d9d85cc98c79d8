import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ready } from 'zpl-renderer-js';
import { inkOf } from '../support/ink.ts';
import { type Site, startSite } from '../support/site.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, WALK_MS } from './page-faults.ts';

// Printed codes are read with the decoders that scanners use: zbar for bars and QR, libdmtx for Data Matrix.
setDefaultTimeout(WALK_MS);
let folder: string;
const FORMATS = ['qr', 'code128', 'datamatrix'] as const;
const DOTS_PER_MM = { 203: 8, 300: 12, 600: 24 } as const;
const HOSTILE = 'Fräse ^XZ~JA^FS 100% "Süd" _5E';
const NUMBERS = ['M-0042/7', 'a1b2c3d4e5f6-7890', '42', '000000000000'];
/** Numbers with the prefixes of commands within a code. */
const COMMANDS = ['A~1B', 'A_1B', 'A>:B', 'A\\&B', '#!$@%&*=~1_1'];

let site: Site;
let plant: FilledPlant | undefined;
const ids: number[] = [];
const printers: Server[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'labels-'));
  site = await startSite();
  const types = (await site.admin.get('/api/assets/types')).data;
  const { assettypeid } = types.find(({ assettype }: { assettype: string }) => assettype === 'Machine');
  for (const assetnumber of NUMBERS) {
    const made = await site.admin.post('/api/assets', { assetnumber, assettypeid, name: HOSTILE });
    ids.push(made.data.assetid);
  }
  expect(ids).toHaveLength(NUMBERS.length);
});
afterAll(async () => {
  for (const server of printers) server.close();
  rmSync(folder, { recursive: true });
  await plant?.stop();
  await site?.stop();
});

function run(command: string[]): string {
  const { stdout, exitCode, stderr } = Bun.spawnSync(command, { cwd: folder });
  // zbar exits with 4 for a picture without a code. The expectation gives a better message.
  if (exitCode !== 0 && exitCode !== 4) throw new Error(`${command[0]}: ${stderr.toString()}`);
  return stdout.toString().trim();
}

const decode = (picture: string, format: (typeof FORMATS)[number]): string[] =>
  (format === 'datamatrix'
    ? run(['dmtxread', '-n', '-N1', '-m', '4000', picture])
    : run(['zbarimg', '-q', '--raw', '-Sdisable', `-S${format === 'qr' ? 'qrcode' : format}.enable`, picture])
  )
    .split('\n')
    .filter(Boolean)
    .sort();

async function drawLabel(zpl: string, width: number, height: number, dpi: keyof typeof DOTS_PER_MM) {
  const { api } = await ready;
  const picture = await api.zplToBase64Async(zpl, width, height, DOTS_PER_MM[dpi]);
  writeFileSync(join(folder, 'zpl.png'), Buffer.from(picture, 'base64'));
  return 'zpl.png';
}

test('the ZPL contains the number in each code, resolution and size', async () => {
  for (const format of FORMATS)
    for (const dpi of [203, 300, 600] as const)
      for (const [width, height] of [
        [62, 29],
        [100, 50],
      ] as const)
        for (const [index, id] of ids.entries()) {
          const path = `/api/labels/asset/zpl?ids=${id}&format=${format}&width=${width}&height=${height}&dpi=${dpi}`;
          const { status, text, headers } = await site.anonymous.get(path);
          expect([path, status]).toEqual([path, 200]);
          expect(headers.get('content-disposition')).toBe('attachment; filename="labels.zpl"');
          // A name that contains printer commands must remain text.
          expect(text.match(/\^XA/g)).toHaveLength(1);
          expect(text.match(/\^XZ/g)).toHaveLength(1);
          expect(text).not.toContain('~');
          const picture = await drawLabel(text, width, height, dpi);
          expect([path, decode(picture, format)]).toEqual([path, [NUMBERS[index]!]]);
        }
});

const LENGTHS = [1, 4, 8, 12, 13, 20, 27, 34, 41, 48];
const FITTED_SIZES = [
  [15, 15],
  [25, 15],
  [30, 30],
  [62, 29],
  [100, 50],
] as const;

test.each(FORMATS)(
  'the ZPL of each accepted size has a readable %s and no ink beyond the edge',
  async (format) => {
    const types = (await site.admin.get('/api/assets/types')).data;
    let labelCount = 0;
    // The decoder cannot read a barcode of a single character.
    for (const length of LENGTHS.filter((one) => one > 1 || format !== 'code128')) {
      // A different number for each code and length.
      const assetnumber = `${format[0]}X-0042/B.7-`.repeat(5).slice(0, length);
      const body = { assetnumber, assettypeid: types[0].assettypeid, name: HOSTILE.repeat(6) };
      const { assetid } = (await site.admin.post('/api/assets', body)).data;
      for (const [width, height] of FITTED_SIZES)
        for (const dpi of [203, 300] as const) {
          const style = (length + dpi) % 2 === 0 ? 'card' : 'plain';
          const path = `/api/labels/asset/zpl?ids=${assetid}&format=${format}&width=${width}&height=${height}&dpi=${dpi}&style=${style}`;
          const { status, text } = await site.anonymous.get(path);
          if (status === 400) continue;
          labelCount++;
          // A larger paper shows what would not fit on the label.
          const wide = text.replace(/\^(PW|LL)\d+\n/g, '');
          const picture = await drawLabel(wide, width + 20, height + 20, dpi);
          expect([path, decode(picture, format)]).toEqual([path, [assetnumber]]);
          const ink = inkOf(readFileSync(join(folder, picture)));
          const [right, bottom] = [width, height].map((mm) => Math.round((mm * dpi) / 25.4));
          expect([path, ink.right <= right!, ink.bottom <= bottom!]).toEqual([path, true, true]);
        }
    }
    expect(labelCount).toBeGreaterThan(20);
  },
);

test.each(COMMANDS)('the number %s is not interpreted as a command in any code', async (assetnumber) => {
  const types = (await site.admin.get('/api/assets/types')).data;
  const made = await site.admin.post('/api/assets', { assetnumber, assettypeid: types[0].assettypeid });
  for (const format of FORMATS) {
    const path = `/api/labels/asset/zpl?ids=${made.data.assetid}&format=${format}&style=plain`;
    const picture = await drawLabel((await site.anonymous.get(path)).text, 62, 29, 203);
    const square = decode(picture, 'qr');
    expect([format, square.length ? square : decode(picture, format)]).toEqual([format, [assetnumber]]);
  }
});

test('the ZPL uses a QR code when Code 128 cannot encode the number', async () => {
  const { data } = await site.admin.post('/api/locations', { location: 'Lager 3 > Süd' });
  const path = `/api/labels/location/zpl?ids=${data.locationid}&format=code128`;
  const picture = await drawLabel((await site.anonymous.get(path)).text, 62, 29, 203);
  // By default, zbar guesses the character encoding. Only the bytes matter.
  expect(run(['zbarimg', '-q', '--raw', '-Sbinary', picture])).toBe('Lager 3 > Süd');
});

/** Starts a label printer that records the data on its port. */
async function rawPrinter(): Promise<{ port: number; got: () => string; server: Server }> {
  let got = '';
  const server = createServer((socket) => socket.on('data', (part) => (got += part.toString())));
  printers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as { port: number }).port, got: () => got, server };
}

test('the server prints labels over raw TCP on registered printers only', async () => {
  const printer = await rawPrinter();
  const made = await site.admin.post('/api/printers', { assetnumber: 'ZPL-1', ipaddress: '127.0.0.1' });
  const { printerid } = made.data;
  await site.admin.put('/api/settings/label_printer_port', { value: printer.port });
  const body = { type: 'asset', ids: ids.slice(0, 2), printerid, copies: 2 };
  expect((await site.anonymous.post('/api/labels/print', body)).status).toBe(401);
  expect((await (await site.userWith('assets.edit')).post('/api/labels/print', body)).status).toBe(403);
  const someone = await site.userWith('labels.print');
  expect((await someone.get('/api/labels/print')).data).toEqual([{ printerid, name: 'ZPL-1' }]);
  for (const [field, wrong] of [
    ['printerid', { ...body, printerid: 999 }],
    ['ids', { ...body, ids: [] }],
    ['copies', { ...body, copies: 0 }],
    ['dpi', { ...body, dpi: 72 }],
    ['width', { ...body, width: 5 }],
    ['width', { ...body, width: '62' }],
    ['height', { ...body, height: [29] }],
    ['dpi', { ...body, dpi: '203' }],
  ] as const) {
    const { status, error } = await someone.post('/api/labels/print', wrong);
    expect([field, status, error?.details?.issues?.[0]?.path]).toEqual([field, 400, field]);
  }
  expect((await someone.post('/api/labels/print', { ...body, ids: [ids[0], 99_999] })).status).toBe(404);
  expect(printer.got()).toBe('');
  const { status, data } = await someone.post('/api/labels/print', body);
  expect([status, data]).toEqual([200, { printed: 4, printer: 'ZPL-1' }]);
  const labels = printer.got().split('^XA').slice(1);
  expect(labels).toHaveLength(2);
  for (const [index, label] of labels.entries()) {
    expect(label).toContain('^PQ2');
    expect(decode(await drawLabel(`^XA${label}`, 62, 29, 203), 'qr')).toEqual([NUMBERS[index]!]);
  }
  const [row] = (await site.admin.get('/api/auditlogs?action=labels.label.printed')).data;
  expect(row.details).toMatchObject({ type: 'asset', copies: 2, printer: 'ZPL-1' });
  await new Promise((resolve) => printer.server.close(resolve));
  const refused = await someone.post('/api/labels/print', body);
  expect(refused.status).toBe(409);
  expect(refused.error?.message).toContain('it does not accept raw printing');
});

/** Returns the pages that the browser would print, as pictures with 300 dots per inch. */
async function printLabels(path: string, name: string): Promise<string[]> {
  const { page } = plant!.session;
  await page.goto(`${plant!.url}${path}`);
  await page.locator('.mw-code img').first().waitFor();
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  run(['pdftoppm', '-r', '300', '-png', `${name}.pdf`, name]);
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.png'))
    .sort();
}

const look = (changes: object) =>
  plant!.session.page.evaluate(
    (text) => localStorage.setItem('millwright.label', text),
    JSON.stringify({ size: { width: 62, height: 29 }, style: 'card', medium: 'roll', ...changes }),
  );

test('the browser prints one label per page on a roll with readable codes', async () => {
  plant ??= await startFilledPlant(DESK);
  const assets = (await plant.send('GET', '/assets?per_page=4')).data as {
    assetid: number;
    assetnumber: string;
  }[];
  expect(assets.length).toBeGreaterThanOrEqual(3);
  const list = assets.map(({ assetid }) => assetid).join(',');
  for (const format of FORMATS) {
    await look({ format });
    const pages = await printLabels(`/print/labels/asset?ids=${list}`, `roll-${format}`);
    expect([format, pages.length]).toEqual([format, assets.length]);
    for (const [index, file] of pages.entries())
      expect([format, decode(file, format)]).toEqual([format, [assets[index]!.assetnumber]]);
  }
});

test('the browser prints labels on a sheet from the selected position and continues on the next', async () => {
  plant ??= await startFilledPlant(DESK);
  const assets = (await plant.send('GET', '/assets?per_page=3')).data as {
    assetid: number;
    assetnumber: string;
  }[];
  expect(assets).toHaveLength(3);
  const sheet = { name: 'Own sheet', paper: 'A4', columns: 2, rows: 2, width: 90, height: 40 };
  await look({ format: 'qr', medium: 'sheet', sheet: { ...sheet, left: 10, top: 10, gapx: 5, gapy: 5 } });
  const { page } = plant.session;
  await page.goto(`${plant.url}/print/labels/asset?ids=${assets.map(({ assetid }) => assetid).join(',')}`);
  await page.getByRole('button', { name: 'Start at position 3' }).click();
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  writeFileSync(join(folder, 'sheet.pdf'), pdf);
  run(['pdftoppm', '-r', '200', '-png', 'sheet.pdf', 'sheet']);
  const pages = readdirSync(folder)
    .filter((file) => /^sheet-\d+\.png$/.test(file))
    .sort();
  const numbers = assets.map(({ assetnumber }) => assetnumber);
  expect(pages.map((file) => decode(file, 'qr'))).toEqual([numbers.slice(0, 2).sort(), numbers.slice(2)]);
});
