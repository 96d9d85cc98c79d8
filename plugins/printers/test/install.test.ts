import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
/** Network printer with all fields of the list. */
let here: number;
beforeAll(async () => {
  site = await startSite();
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Papyra' })).data;
  const { modelnumberid } = (await site.admin.post('/api/models', { modelnumber: 'M507', vendorid })).data;
  const place = { ipaddress: '10.8.0.3', mapx: 12.5, mapy: 7 };
  here = await newPrinter({ windowsname: 'Hall3', hostname: 'prn-3', vendorid, modelnumberid, ...place });
});
afterAll(() => site.stop());

let made = 0;
const newPrinter = async (body: object = {}): Promise<number> => {
  const answer = await site.admin.post('/api/printers', { assetnumber: `PR-${++made}`, ...body });
  expect(answer.status).toBe(201);
  return answer.data.printerid;
};
const batchOf = (ids: string) => site.anonymous.get(`/api/printers/install-batch?printerids=${ids}`);

test('install-list returns the active network printers with their map positions', async () => {
  const retired = await newPrinter({ windowsname: 'Gone' });
  await site.admin.delete(`/api/printers/${retired}`);
  const local = await newPrinter({ windowsname: 'Cable', isnetwork: false });
  const rows = (await site.anonymous.get('/api/printers/install-list')).data;
  const ids = rows.map((row: { printerid: number }) => row.printerid);
  expect([ids.includes(here), ids.includes(retired), ids.includes(local)]).toEqual([true, false, false]);
  expect(rows.find((row: { printerid: number }) => row.printerid === here)).toMatchObject({
    windowsname: 'Hall3',
    vendorname: 'Papyra',
    modelnumber: 'M507',
    hostname: 'prn-3',
    ipaddress: '10.8.0.3',
    mapx: 12.5,
    mapy: 7,
    levelid: null,
  });
});

test('install-list as text returns nine values per line with the level last', async () => {
  const answer = await site.anonymous.get('/api/printers/install-list?format=text');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [own] = answer.text.split('\r\n').filter((line) => line.startsWith(`${here}|`));
  expect(own).toBe(`${here}|Hall3|Papyra|M507|prn-3|10.8.0.3|12.5|7|`);
});

test('install-list as text replaces a bar or line break in a value', async () => {
  const id = await newPrinter({ windowsname: 'A|B', hostname: 'x|y' });
  // An import of an older version may have stored such a value.
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled(`UPDATE printers SET hostname = 'x|y' || char(13, 10) || 'z' WHERE printerid = ${id}`),
  );
  const lines = (await site.anonymous.get('/api/printers/install-list?format=text')).text
    .trimEnd()
    .split('\r\n');
  expect(new Set(lines.map((line) => line.split('|').length))).toEqual(new Set([9]));
  expect(lines.find((line) => line.startsWith(`${id}|`))).toBe(`${id}|A B|||x y  z||||`);
});

test('install-list returns no addresses to anonymous callers with basic access', async () => {
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    for (const format of ['json', 'text'])
      expect((await site.anonymous.get(`/api/printers/install-list?format=${format}`)).text).not.toContain(
        '10.8.0.3',
      );
    expect((await site.anonymous.get('/api/printers/lookup?ip=10.8.0.3')).status).toBe(401);
  });
});

test('the batch installs printers by installer, share, driver or IPP and deletes itself', async () => {
  const modelnumberid = (await site.admin.post('/api/models', { modelnumber: 'M600' })).data.modelnumberid;
  await site.admin.post('/api/printers/drivers', {
    name: 'Papyra PCL6',
    location: '\\\\files\\drivers\\papyra',
    modelnumberid,
  });
  const ids = [
    await newPrinter({ windowsname: 'Setup', installpath: '\\\\files\\tools\\setup hall.exe' }),
    await newPrinter({ windowsname: 'Queue', installpath: '\\\\print\\hall4' }),
    await newPrinter({ windowsname: 'Share', hostname: 'print2', sharename: 'HALL5' }),
    await newPrinter({ windowsname: 'Driven', ipaddress: '10.8.0.6', modelnumberid }),
    await newPrinter({ windowsname: 'Bare', ipaddress: '10.8.0.7' }),
  ];
  const answer = await batchOf(ids.join(','));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="install-printers.bat"');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const lines = answer.text.split('\r\n');
  expect(lines).toContain('start /wait "" "\\\\files\\tools\\setup hall.exe"');
  expect(lines).toContain('rundll32.exe printui.dll,PrintUIEntry /in /q /n "\\\\print\\hall4"');
  expect(lines).toContain('rundll32.exe printui.dll,PrintUIEntry /in /q /n "\\\\print2\\HALL5"');
  expect(lines).toContain(
    'pnputil.exe /add-driver "\\\\files\\drivers\\papyra\\*.inf" /subdirs /install >nul',
  );
  expect(answer.text).toContain(
    "Add-Printer -Name 'Driven' -DriverName 'Papyra PCL6' -PortName 'IP_10.8.0.6'",
  );
  expect(answer.text).toContain("Add-Printer -IppURL 'ipp://10.8.0.7/ipp/print' -Name 'Bare'");
  expect(lines.filter(Boolean).at(-1)).toBe('(goto) 2>nul & del "%~f0"');
});

/** Characters that are valid in a printer name, but not in a host, share or path. */
const IN_NAMES = new Set(['(', ')', 'ü']);
const HOSTILE = [
  '"',
  '%',
  '&',
  '|',
  '^',
  '!',
  '(',
  ')',
  '<',
  '>',
  '%~dp0',
  "'",
  '`',
  '$',
  ';',
  '@',
  ',',
  '=',
  'ü',
];
test.each(HOSTILE)('the batch returns 400 with the field when a value contains %s', async (hostile) => {
  const values: Record<string, string> = {
    windowsname: `Hall${hostile}9`,
    hostname: `prn${hostile}9`,
    sharename: `S${hostile}9`,
    installpath: `\\\\files\\a${hostile}b.exe`,
  };
  for (const [field, value] of Object.entries(values)) {
    if (field === 'windowsname' && IN_NAMES.has(hostile)) continue;
    const id = await newPrinter({ windowsname: 'Fine', ipaddress: '10.8.1.1', [field]: value });
    const answer = await batchOf(String(id));
    expect([field, answer.status, answer.error?.code]).toEqual([field, 400, 'VALIDATION_ERROR']);
    expect(answer.error.message).toContain(`Printer ${id}`);
    expect(answer.error.message).toContain(field);
  }
});

test('the batch returns 400 when a stored name contains a line break', async () => {
  const id = await newPrinter({ windowsname: 'Fine' });
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled(`UPDATE printers SET windowsname = 'a' || char(10) || 'del' WHERE printerid = ${id}`),
  );
  const answer = await batchOf(String(id));
  expect([answer.status, /\n/.test(answer.error.message)]).toEqual([400, false]);
});

test('the batch returns the same 404 for an unknown, a retired and a local printer', async () => {
  const retired = await newPrinter({ windowsname: 'Se"cret' });
  await site.admin.delete(`/api/printers/${retired}`);
  const local = await newPrinter({ windowsname: 'Cable2', isnetwork: false });
  const good = await newPrinter({ windowsname: 'Good', ipaddress: '10.8.2.2' });
  const errors = [];
  for (const id of [99_999, retired, local]) {
    const { status, error } = await batchOf(`${good},${id}`);
    errors.push([status, error.code, error.message]);
  }
  expect(errors[0]![0]).toBe(404);
  expect(new Set(errors.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('the batch returns 400 when the ids are missing, invalid or more than 100', async () => {
  for (const ids of ['', 'abc', '1,,2', '1;2', '-1', Array.from({ length: 101 }, (_, n) => n + 1).join(',')])
    expect([ids, (await batchOf(ids)).status]).toEqual([ids, 400]);
  expect((await site.anonymous.get('/api/printers/install-batch')).status).toBe(400);
});

test('pc-default returns the default printer of a machine, or nothing when none is set', async () => {
  const machine = (await site.admin.post('/api/assets', { assetnumber: 'M-3101', assettypeid: 2 })).data
    .assetid;
  const id = await newPrinter({ windowsname: 'Default3' });
  const ask = async (query: string) => {
    const { status, text } = await site.anonymous.get(`/api/printers/pc-default?${query}`);
    return { status, text, data: text.startsWith('{') ? JSON.parse(text).data : undefined };
  };
  expect((await ask('machine=M-3101&format=text')).text).toBe('');
  expect((await ask('machine=M-3101')).data).toBeNull();
  await site.admin.put(`/api/printers/assignments/for-asset/${machine}`, {
    printerids: [id],
    defaultprinterid: id,
  });
  expect((await ask('machine=m-3101&format=text')).text).toBe('Default3');
  expect((await ask('machine=M-3101')).data).toMatchObject({ printerid: id, isdefault: true });
  expect((await ask('machine=nobody&format=text')).text).toBe('');
  expect((await ask('format=text')).status).toBe(400);
});

test('the batch returns 401 to anonymous callers with basic access', async () => {
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect((await batchOf('1')).status).toBe(401);
  });
});

test('the server returns 400 when an install path, share or driver location is a device path', async () => {
  for (const path of [
    '\\\\.\\pipe\\spool',
    '\\\\?\\C:\\x.exe',
    '//./COM1',
    '\\/?\\x',
    '\\??\\C:\\x.exe',
    ' \\\\.\\x',
    '\\\\.',
  ]) {
    for (const field of ['installpath', 'sharename']) {
      const { status, error } = await site.admin.post('/api/printers', {
        assetnumber: 'PR-DEV',
        [field]: path,
      });
      expect([path, status, error?.details?.issues?.[0]?.path]).toEqual([path, 400, field]);
    }
    const driver = await site.admin.post('/api/printers/drivers', { name: 'Any', location: path });
    expect([path, driver.status, driver.error?.details?.issues?.[0]?.path]).toEqual([path, 400, 'location']);
  }
  await newPrinter({ windowsname: 'Ok', installpath: '\\\\print.server\\queue' });
});
