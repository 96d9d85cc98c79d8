import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Agent } from '../agent/agent.ts';
import { runAgentCommand } from '../agent/command.ts';
import { type ApplianceRequest, type ApplianceResponse, Connection } from '../agent/connection.ts';
import { MAX_PICTURE_BYTES, MAX_REPORT_FILE_BYTES } from '../agent/report-file.ts';
import { SpooledReportSender } from '../agent/reports.ts';
import { takeScreenshot } from '../agent/screenshot.ts';
import { ServerRefusedError } from '../agent/server-refused-error.ts';
import { Spool } from '../agent/spool.ts';
import { StateFile } from '../agent/state.ts';
import { FakePrograms } from './fake-programs.ts';
import { advanceTime, createEnrolledPc, setSharedKey } from './pcs.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TOOLS = ['grim', 'scrot', 'import', 'gnome-screenshot'];
const isRoot = process.getuid?.() === 0;
const fakes = new FakePrograms();
const picture = join(fakes.folder, 'picture.png');
const before = { DISPLAY: process.env.DISPLAY, WAYLAND_DISPLAY: process.env.WAYLAND_DISPLAY };
let site: Site;
beforeAll(async () => {
  writeFileSync(picture, PNG);
  site = await startSite();
  await setSharedKey(site);
});
beforeEach(() => {
  delete process.env.WAYLAND_DISPLAY;
  process.env.DISPLAY = ':0';
  fakes.install();
  for (const tool of TOOLS) fakes.remove(tool);
  fakes.add('scrot', `cp ${picture} "$1"`);
});
afterAll(async () => {
  fakes.restore();
  for (const [name, value] of Object.entries(before))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  await site.stop();
});

const stateFolder = () => join(mkdtempSync(join(tmpdir(), 'agent-')), 'agent');
/** Creates a spool for reports, and records what is sent from it. */
function createSpool(answer: () => ApplianceResponse = () => ({ status: 201 }) as ApplianceResponse) {
  const folder = `${stateFolder()}-reports`;
  const spool = new Spool(folder);
  spool.open();
  const sent: FormData[] = [];
  const lines: string[] = [];
  const ask = async (_path: string, { form }: ApplianceRequest) => {
    const response = answer();
    if (response.status >= 300) throw new ServerRefusedError(response);
    sent.push(form!);
    return response;
  };
  const reports = new SpooledReportSender(spool, { ask, writeLine: (line) => lines.push(line) });
  return { folder, spool, reports, sent, lines };
}
let count = 0;
const put = (folder: string, content: unknown, name = `${String(++count).padStart(32, '0')}.report`) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const tell = async (state: string, ...args: string[]) => {
  const lines: string[] = [];
  const output = {
    out: (line: string) => void lines.push(line),
    err: (line: string) => void lines.push(line),
  };
  await runAgentCommand(['report', '--state', state, ...args], output);
  return lines;
};

test('the server receives a report of a PC with its text, reason, screenshot and user', async () => {
  const { assetid, agent: client } = await createEnrolledPc(site, 'reporting-1');
  const state = stateFolder();
  const file = new StateFile(state);
  const credential = client.headers['x-endpoint-credential']!;
  const lines: string[] = [];
  const agent = new Agent({ server: site.url, pins: [], nonce: 'n', credential, assetid }, file, (line) =>
    lines.push(line),
  );
  const ran = agent.run();
  while (!existsSync(file.spool)) await Bun.sleep(5);
  expect(await tell(state, '--text', 'It $(smokes) "again"', '--reason', 'Smoke', '--screenshot')).toEqual([
    'The report is queued. The agent of this PC sends it.',
  ]);
  const list = async () => (await site.admin.get(`/api/endpoints/operator-reports?assetid=${assetid}`)).data;
  while ((await list()).length === 0) await Bun.sleep(50);
  const [{ operatorreportid }] = await list();
  const path = `/api/endpoints/operator-reports/${operatorreportid}`;
  expect((await site.admin.get(path)).data).toMatchObject({
    text: 'It $(smokes) "again"',
    reason: 'Smoke',
    hasscreenshot: true,
    details: expect.stringMatching(/^Reported by \S+\.$/),
  });
  const screenshot = await fetch(`${site.url}${path}/screenshot`, { headers: site.admin.headers });
  expect(Buffer.from(await screenshot.arrayBuffer())).toEqual(PNG);
  while (readdirSync(file.spool).length > 0) await Bun.sleep(5);
  agent.stop();
  await ran;
});

test('the spool lets each user create files, but not list them', () => {
  const { folder } = createSpool();
  expect(statSync(folder).mode & 0o7777).toBe(0o1733);
  chmodSync(folder, 0o777);
  new Spool(folder).open();
  expect(statSync(folder).mode & 0o7777).toBe(0o1733);
});

test('the agent refuses a spool that is a link or belongs to another user', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'agent-'));
  const link = join(elsewhere, 'link');
  symlinkSync(mkdtempSync(join(tmpdir(), 'agent-')), link);
  expect(() => new Spool(link).open()).toThrow('does not belong to the agent');
  const foreign = join(elsewhere, 'foreign');
  mkdirSync(foreign);
  if (isRoot) chownSync(foreign, 65_534, 65_534);
  if (isRoot) expect(() => new Spool(foreign).open()).toThrow('does not belong to the agent');
  else new Spool(foreign).open();
});

test('the report command writes a file with mode 0600, and fails without a spool or with wrong arguments', async () => {
  const state = stateFolder();
  expect(await tell(state, '--text', 'Lost').catch((cause: Error) => cause.message)).toBe(
    'The agent of this PC has not run yet, so it cannot accept reports.',
  );
  const spool = new Spool(new StateFile(state).spool);
  spool.open();
  await tell(state, '--text', ' Kept ');
  const [name] = readdirSync(`${state}-reports`);
  expect([name, statSync(join(`${state}-reports`, name!)).mode & 0o777]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}\.report$/),
    0o600,
  ]);
  for (const args of [['--text', ' '], [], ['--text', 'x'.repeat(8001)], ['--text', 'x', '--what', 'y']])
    expect(await tell(state, ...args).catch((cause: Error) => cause)).toBeInstanceOf(Error);
  expect(readdirSync(`${state}-reports`)).toHaveLength(1);
});

test('the agent sends only regular report files with valid content', async () => {
  const { folder, reports, sent } = createSpool();
  const secret = join(mkdtempSync(join(tmpdir(), 'agent-')), 'secret');
  writeFileSync(secret, JSON.stringify({ text: 'secret of another person' }));
  const name = () => join(folder, `${String(++count).padStart(32, '0')}.report`);
  symlinkSync(secret, name());
  linkSync(secret, name());
  Bun.spawnSync(['mkfifo', name()]);
  mkdirSync(name());
  mkdirSync(join(folder, 'folder', 'within'), { recursive: true });
  put(folder, '{"text":"cut of');
  put(folder, { text: '' });
  put(folder, { text: 'x'.repeat(9000) });
  put(folder, { text: 5 });
  put(folder, '');
  put(folder, `{"text":"${'x'.repeat(MAX_REPORT_FILE_BYTES)}"}`);
  put(folder, { text: 'Another name' }, 'mine.txt');
  for (let turn = 0; turn < 3; turn++) await reports.send();
  expect(sent).toEqual([]);
  expect(readdirSync(folder).filter((one) => one.endsWith('.report'))).toHaveLength(1);
  expect(JSON.parse(readFileSync(secret, 'utf8')).text).toBe('secret of another person');
  put(folder, { text: 'Fit' });
  await reports.send();
  expect(sent.map((form) => form.get('text'))).toEqual(['Fit']);
});

test('the agent finds a report among 1,200 folders', async () => {
  const { folder, reports, sent } = createSpool();
  for (let n = 0; n < 1200; n++) mkdirSync(join(folder, `a${n}`));
  put(folder, { text: 'Seen' });
  await reports.send();
  expect(sent).toHaveLength(1);
});

test('the agent omits an invalid or too large picture and states that in the report', async () => {
  const { folder, reports, sent } = createSpool();
  const large = Buffer.concat([PNG, Buffer.alloc(MAX_PICTURE_BYTES)]).toString('base64');
  for (const report of [
    { text: 'A script', picture: Buffer.from('<svg onload="x"/>').toString('base64') },
    { text: 'Too large', picture: large },
    { text: 'A picture', picture: PNG.toString('base64') },
  ]) {
    // The reports are sent one by one, because files of the same millisecond have no order.
    put(folder, report);
    await reports.send();
  }
  expect(sent.map((form) => [form.get('text'), (form.get('screenshot') as File | null)?.name])).toEqual([
    ['A script', undefined],
    ['Too large', undefined],
    ['A picture', 'screen.png'],
  ]);
  expect(sent[0]!.get('details')).toContain('not a supported image');
});

/** The user of a system who owns no files. */
const NOBODY = { name: 'nobody', uid: 65_534 };

test('a report names its user, and another user cannot block it with many reports', async () => {
  const { folder, reports, sent } = createSpool();
  for (let n = 0; n < 30; n++) put(folder, { text: `Noise ${n}` });
  const other = put(folder, { text: 'Fire' });
  if (isRoot) chownSync(other, NOBODY.uid, NOBODY.uid);
  for (let turn = 0; turn < 40; turn++) await reports.send();
  const texts = sent.map((form) => form.get('text'));
  expect(texts.filter((text) => String(text).startsWith('Noise'))).toHaveLength(8);
  if (isRoot) {
    const fire = sent.find((form) => form.get('text') === 'Fire');
    expect(fire?.get('details')).toBe(`Reported by ${NOBODY.name}.`);
  }
  // At most 20 reports of one user may wait.
  expect(readdirSync(folder).length).toBeLessThanOrEqual(20);
});

test('a report waits when the server is unavailable, and is deleted when the server rejects it', async () => {
  let status = 503;
  const { folder, reports, sent, lines } = createSpool(
    () => ({ status, message: 'no' }) as ApplianceResponse,
  );
  put(folder, { text: 'Waits' });
  for (status of [503, 404, 401, 429])
    expect(await reports.send().catch((cause: Error) => cause)).toBeInstanceOf(ServerRefusedError);
  expect(readdirSync(folder)).toHaveLength(1);
  status = 201;
  await reports.send();
  expect([sent.length, readdirSync(folder).length]).toEqual([1, 0]);
  status = 400;
  put(folder, { text: 'Refused' });
  await reports.send();
  expect([readdirSync(folder), lines]).toEqual([[], ['a report was rejected: no']]);
});

test('the agent keeps a rate-limited report and sends it after Retry-After', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'reporting-2');
  const folder = `${stateFolder()}-reports`;
  const spool = new Spool(folder);
  spool.open();
  const connection = new Connection(site.url, () => []);
  let now = 0;
  let requestCount = 0;
  const ask = async (path: string, asking: ApplianceRequest) => {
    requestCount++;
    const answer = await connection.request(path, { ...asking, headers: agent.headers });
    if (answer.status >= 300) throw new ServerRefusedError(answer);
    return answer;
  };
  const reports = new SpooledReportSender(spool, { ask, writeLine: () => undefined, now: () => now });
  const path = '/api/endpoints/operator-reports';
  const texts = async () =>
    (await site.admin.get(`${path}?assetid=${assetid}&per_page=100`)).data.map(
      ({ text }: { text: string }) => text,
    );
  for (let n = 0; n < 10; n++) {
    const form = new FormData();
    form.append('text', `${n}`);
    expect((await agent.upload(path, form)).status).toBe(201);
  }
  const large = Buffer.concat([PNG, Buffer.alloc(7 * 1024 * 1024)]).toString('base64');
  put(folder, { text: 'The eleventh', picture: large });
  const refused = await reports.send().catch((cause: ServerRefusedError) => cause);
  expect((refused as ServerRefusedError).answer.status).toBe(429);
  const { retryAfter } = (refused as ServerRefusedError).answer;
  now = (retryAfter - 1) * 1000;
  await reports.send();
  expect([requestCount, readdirSync(folder).length, (await texts()).length]).toEqual([1, 1, 10]);
  await advanceTime(site, retryAfter * 1000);
  now += 1000;
  await reports.send();
  expect([requestCount, readdirSync(folder).length, (await texts())[0]]).toEqual([2, 0, 'The eleventh']);
  connection.close();
});

test('the agent deletes a partial file after an hour, not before', () => {
  const { folder, spool } = createSpool();
  const part = put(folder, 'half', 'half.part');
  // The file does not become older when its owner sets its time back.
  utimesSync(part, 1, 1);
  spool.next(() => true);
  expect(existsSync(part)).toBe(true);
  new Spool(folder, () => Date.now() + 3_700_000).next(() => true);
  expect(existsSync(part)).toBe(false);
});

test('the agent removes a spool of 1,200 reports with a full folder, and follows no link in it', () => {
  const { folder, spool } = createSpool();
  put(folder, { text: 'One' });
  const outside = mkdtempSync(join(tmpdir(), 'agent-'));
  writeFileSync(join(outside, 'kept'), '');
  symlinkSync(outside, join(folder, 'way-out'));
  mkdirSync(join(folder, 'full', 'deep'), { recursive: true });
  symlinkSync(outside, join(folder, 'full', 'way-out'));
  symlinkSync(join(outside, 'kept'), join(folder, 'full', 'deep', 'way-out'));
  for (let n = 0; n < 1200; n++) writeFileSync(join(folder, 'full', `${n}`), '');
  for (let n = 0; n < 1200; n++) writeFileSync(join(folder, `${n}.report`), '');
  spool.remove();
  expect([existsSync(folder), existsSync(join(outside, 'kept'))]).toEqual([false, true]);
});

test('the agent takes a screenshot with an installed program on Wayland and X11', async () => {
  expect(await takeScreenshot()).toEqual(PNG);
  fakes.remove('scrot');
  fakes.add('import', `cp ${picture} "$3"`);
  expect(await takeScreenshot()).toEqual(PNG);
  process.env.WAYLAND_DISPLAY = 'wayland-0';
  fakes.add('grim', `cp ${picture} "$3"`);
  expect(await takeScreenshot()).toEqual(PNG);
  expect(fakes.calls('grim')[0]!.slice(0, 2)).toEqual(['-t', 'png']);
});

test('the agent takes a smaller JPEG screenshot when the PNG is too large', async () => {
  const large = join(fakes.folder, 'large.png');
  writeFileSync(large, Buffer.concat([PNG, Buffer.alloc(MAX_PICTURE_BYTES)]));
  const small = join(fakes.folder, 'small.jpg');
  writeFileSync(small, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]));
  fakes.add('scrot', `case $1 in *.png) cp ${large} "$1" ;; *) cp ${small} "$1" ;; esac`);
  expect((await takeScreenshot()).byteLength).toBe(5);
});

test.each([
  ['there is no desktop', () => delete process.env.DISPLAY, 'There is no desktop session.'],
  [
    'no screenshot program is installed',
    () => [fakes.remove('scrot'), fakes.useOnly()],
    'None of these programs is installed',
  ],
  ['the screenshot program fails', () => fakes.add('scrot', 'echo no display >&2; exit 2'), 'no display'],
  ['the screenshot program writes no file', () => fakes.add('scrot'), 'scrot created no screenshot.'],
])('the report command saves a report without a picture and says why when %s', async (_name, make, why) => {
  make();
  const state = stateFolder();
  const spool = new Spool(`${state}-reports`);
  spool.open();
  const [line] = await tell(state, '--text', 'Look', '--screenshot');
  expect(line).toStartWith('The report has no screenshot. ');
  expect(line).toContain(why);
  expect(spool.next(() => true)?.report).toMatchObject({
    text: 'Look',
    nopicture: expect.stringContaining(why),
  });
});
