import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { patternOf, quotePowershell, SAFE_NAME } from '../install/quoting.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
const newPrinter = async (body: object): Promise<number> => {
  const assetnumber = `IN-${++made}`;
  const { data } = await site.admin.post('/api/printers', { assetnumber, isnetwork: true, ...body });
  return data.printerid;
};
const batchOf = (...ids: number[]) =>
  site.admin.get(`/api/printers/install-batch?printerids=${ids.join(',')}`);

/** Names, each with its PowerShell expression and the text that the batch prints. */
const NAMES: readonly [name: string, string: string, shown: string][] = [
  ['Hall 9', "'Hall 9'", 'Hall 9'],
  ['Büro (EG)', "('B'+[char]252+'ro (EG)')", 'Buro (EG)'],
  ['Über', "(''+[char]220+'ber')", 'Uber'],
  ['(EG)', "'(EG)'", '(EG)'],
  ['Halle+Lager #2', "'Halle+Lager #2'", 'Halle+Lager #2'],
  ['Żółw', "(''+[char]379+[char]243+[char]322+'w')", 'Zo?w'],
  ['打印', "(''+[char]25171+[char]21360)", '??'],
];

/** Evaluates a string of PowerShell as PowerShell concatenates it. */
const evaluate = (string: string): string =>
  [...string.matchAll(/'([^']*)'|\[char\](\d+)/g)]
    .map(([, text, code]) => text ?? String.fromCharCode(Number(code)))
    .join('');

test('the batch installs printers with brackets or non-ASCII letters in their names', async () => {
  const other = await newPrinter({ windowsname: 'Plain', ipaddress: '10.9.0.1' });
  for (const [name, string, label] of NAMES) {
    const id = await newPrinter({ windowsname: name, ipaddress: '10.9.0.2' });
    const { status, text } = await batchOf(id, other);
    expect([name, status]).toEqual([name, 200]);
    expect(text).toContain(`Add-Printer -IppURL 'ipp://10.9.0.2/ipp/print' -Name ${string} }`);
    expect(text.split('\r\n')).toContain(`echo Printer ${label}`);
    expect(text).toContain("-Name 'Plain' }");
    // ASCII is the same in each code page of cmd.exe.
    expect(text).toMatch(/^[\r\n -~]*$/);
    expect([quotePowershell(name), evaluate(quotePowershell(name))]).toEqual([string, name]);
  }
});

test('the batch escapes square brackets when it looks for the printer', async () => {
  const id = await newPrinter({ windowsname: 'Halle [3]', ipaddress: '10.9.0.3' });
  const { text } = await batchOf(id);
  expect(text).toContain("Get-Printer -Name ('Halle '+[char]96+'[3'+[char]96+']') -ErrorAction");
  expect(text).toContain("-Name 'Halle [3]' }");
  expect(evaluate(patternOf('a[b]'))).toBe('a`[b`]');
});

test('the batch installs a driver with brackets in its name', async () => {
  const { modelnumberid } = (await site.admin.post('/api/models', { modelnumber: 'M700' })).data;
  const driver = { name: 'Papyra PCL 6 (v7.0.1)', location: '\\\\files\\drivers\\papyra', modelnumberid };
  expect((await site.admin.post('/api/printers/drivers', driver)).status).toBe(201);
  const id = await newPrinter({ windowsname: 'Driven (EG)', ipaddress: '10.9.0.4', modelnumberid });
  expect((await batchOf(id)).text).toContain(
    "Add-Printer -Name 'Driven (EG)' -DriverName 'Papyra PCL 6 (v7.0.1)' -PortName 'IP_10.9.0.4'",
  );
});

test('quotePowershell writes each unsafe character by its number', () => {
  const name = String.fromCharCode(...Array.from({ length: 0x300 }, (_, code) => code));
  expect(evaluate(quotePowershell(name))).toBe(name);
  expect(quotePowershell(name)).not.toMatch(/["%&|^!<>`$;@,=]/);
});

test('SAFE_NAME rejects characters that cmd.exe or PowerShell could interpret', () => {
  const marks = [...'"%&|^!<>\'`$;@,=*?/\\:{}~', '‘', '’', '‚', '“', '”', '„', '\u00a0', '\u200b', '\u202e'];
  const controls = ['\n', '\r', '\t', '\0', '\u001a', '\u0085', '\u2028'];
  for (const mark of [...marks, ...controls]) {
    expect([mark, SAFE_NAME.test(`Hall${mark}9`)]).toEqual([mark, false]);
    expect([mark, SAFE_NAME.test(`Hall${mark}`)]).toEqual([mark, false]);
  }
  for (const name of ['', ' a', '-a', '.a', 'x'.repeat(129)])
    expect([name, SAFE_NAME.test(name)]).toEqual([name, false]);
  for (const [name] of NAMES) expect([name, SAFE_NAME.test(name)]).toEqual([name, true]);
});

test('the batch returns 400 with the printer when its name is unsafe', async () => {
  const good = await newPrinter({ windowsname: 'Good', ipaddress: '10.9.0.5' });
  const bad = await newPrinter({ windowsname: 'Hall & del', ipaddress: '10.9.0.6' });
  const { status, error } = await batchOf(good, bad);
  expect(status).toBe(400);
  expect(error.message).toContain(`Printer ${bad} (Hall & del)`);
  expect(error.message).not.toContain(`Printer ${good} `);
});
