import { afterAll, beforeEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SerialQueue } from '../../../src/kit/serial-queue.ts';
import { startSite } from '../../../test/support/site.ts';
import { plugins } from '../../index.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { Connection } from '../agent/connection.ts';
import { performCommand, sendInventory } from '../agent/perform.ts';
import { setUpWindowsPrinters } from '../agent/printer-setup.ts';
import { listPrintQueues, parseLpstat, toPrintQueues } from '../agent/printers.ts';
import { startServer } from './agent-server.ts';
import { FakePrograms } from './fake-programs.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const fakes = new FakePrograms();
const server = startServer();
afterAll(() => {
  fakes.restore();
  server.stop();
});
beforeEach(() => {
  server.reset();
  fakes.calls('lpstat');
  fakes.calls('lpadmin');
  fakes.add('lpstat', `cat <<'END'\n${CUPS}END`);
  fakes.add(
    'lpoptions',
    `echo "copies=1 device-uri=x printer-info='Hall 3' printer-make-and-model='HP LaserJet 400 M401' sides=one"`,
  );
});

/** Output of lpstat in the format of CUPS 2.4. */
const CUPS = `device for Hall3: socket://10.20.30.40:9100
device for Labels: lpd://10.20.30.41/lp
device for HP_Scan: hp:/net/HP_LaserJet_400?ip=10.20.30.42
device for Office: ipp://office-printer.plant.example:631/ipp/print
device for Six: ipps://[2001:db8::9]:443/ipp/print
device for USB: usb://Zebra/ZD420?serial=D2J1
device for PDF: cups-pdf:/
system default destination: Labels
`;

test('the agent reads names, addresses and the default queue from the output of lpstat', () => {
  expect(parseLpstat(CUPS).map(({ name, ipaddress, isdefault }) => [name, ipaddress, isdefault])).toEqual([
    ['Hall3', '10.20.30.40', false],
    ['Labels', '10.20.30.41', true],
    ['HP_Scan', '10.20.30.42', false],
    ['Office', undefined, false],
    ['Six', '2001:db8::9', false],
    ['USB', undefined, false],
    ['PDF', undefined, false],
  ]);
  expect(parseLpstat('no system default destination\n')).toEqual([]);
});

test('the agent runs lpstat in the C locale and adds the driver of each queue', async () => {
  fakes.add('lpstat', `[ "$LC_ALL" = C ] || exit 1; cat <<'END'\n${CUPS}END`);
  const found = await listPrintQueues();
  expect(found).toHaveLength(7);
  expect(found![0]).toEqual({
    name: 'Hall3',
    portname: 'socket://10.20.30.40:9100',
    ipaddress: '10.20.30.40',
    drivername: 'HP LaserJet 400 M401',
    isdefault: false,
  });
});

test('the agent lists no queues when CUPS has none, and returns undefined when CUPS is missing', async () => {
  fakes.add('lpstat', 'echo "lpstat: No destinations added." >&2; exit 1');
  expect(await listPrintQueues()).toEqual([]);
  fakes.add('lpstat', 'echo "lpstat: Bad file descriptor" >&2; exit 1');
  expect(await listPrintQueues()).toBeUndefined();
});

test('the agent converts the Windows printer list into the same fields', () => {
  const rows = JSON.parse(
    '[{"n":"Hall 3","p":"IP_10.20.30.40","a":"10.20.30.40","d":"HP Universal Printing PCL 6","s":true},{"n":"Microsoft Print to PDF","p":"PORTPROMPT:","a":null,"d":"Microsoft Print To PDF","s":false},{"n":"Office","p":"office","a":"office-printer","d":null,"s":false}]',
  );
  expect(toPrintQueues(rows)).toEqual([
    {
      name: 'Hall 3',
      portname: 'IP_10.20.30.40',
      ipaddress: '10.20.30.40',
      drivername: 'HP Universal Printing PCL 6',
      isdefault: true,
    },
    {
      name: 'Microsoft Print to PDF',
      portname: 'PORTPROMPT:',
      ipaddress: undefined,
      drivername: 'Microsoft Print To PDF',
      isdefault: false,
    },
    { name: 'Office', portname: 'office', ipaddress: undefined, drivername: undefined, isdefault: false },
  ]);
});

/** Creates the context of an agent that calls the server at `url`. */
const means = (url: string, headers: Record<string, string> = {}): AgentContext => ({
  connection: new Connection(url, () => []),
  headers: () => headers,
  named: (path) => path,
  unsupportedReports: new Set(),
  enforcing: new SerialQueue(),
  work: '',
  restartSoon: () => undefined,
});

test('the inventory sends the queues to the server, and fails when the server rejects them', async () => {
  server.answers['/collector/printers'] = () => ({ status: 200, data: {} });
  const own = means(server.url);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  const sent = JSON.parse((await server.waitForRequest('/collector/printers')).body.toString());
  expect([sent.hostname, sent.queues.length, sent.queues[1].isdefault]).toEqual([hostname(), 7, true]);
  server.answers['/collector/printers'] = () => ({ status: 400, data: { error: { message: 'No queue.' } } });
  expect(await sendInventory(own)).toMatchObject({
    status: 'failed',
    output: 'The appliance did not accept the printers: No queue.',
  });
});

test('the agent reads queues once when the server has no printers plugin, and the inventory succeeds', async () => {
  const site = await startSite({ plugins: plugins.filter(({ id }) => id !== 'printers') });
  await setSharedKey(site);
  const { agent } = await createEnrolledPc(site, hostname().split('.')[0]!);
  const own = means(site.url, agent.headers);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  expect(fakes.calls('lpstat')).toHaveLength(1);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  expect(fakes.calls('lpstat')).toEqual([]);
  expect(await sync(own)).toMatchObject({
    status: 'failed',
    output: 'No printer was set up: the printers plugin is disabled on this appliance.',
  });
  own.connection.close();
  await site.stop();
});

const sync = (own: AgentContext) =>
  performCommand({ commandid: 1, action: 'printers_sync', parameters: {} }, own);

test('the server stores the queues from the inventory', async () => {
  const site = await startSite();
  await setSharedKey(site);
  const { agent, assetid } = await createEnrolledPc(site, hostname().split('.')[0]!.toLowerCase());
  const own = means(site.url, agent.headers);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  const seen = (await site.admin.get(`/api/printers/observed/${assetid}`)).data;
  expect(seen.map(({ name }: { name: string }) => name)).toEqual([
    'Hall3',
    'HP_Scan',
    'Labels',
    'Office',
    'PDF',
    'Six',
    'USB',
  ]);
  own.connection.close();
  await site.stop();
});

test('a sync adds assigned printers, keeps existing ones, removes its own queues and sets the default', async () => {
  const site = await startSite();
  await setSharedKey(site);
  const { agent, assetid } = await createEnrolledPc(site, hostname().split('.')[0]!.toLowerCase());
  const printer = async (windowsname: string, ipaddress: string) =>
    (await site.admin.post('/api/printers', { assetnumber: windowsname, windowsname, ipaddress })).data
      .printerid;
  const [existing, fresh] = [
    await printer('Hall 3 left', '10.20.30.40'),
    await printer('New one', '10.20.30.99'),
  ];
  await site.admin.put(`/api/printers/assignments/for-asset/${assetid}`, {
    printerids: [existing, fresh],
    defaultprinterid: fresh,
  });
  fakes.add('lpadmin');
  // An earlier sync created the queue for the labels.
  fakes.add(
    'lpoptions',
    `[ "$2" = Labels ] && echo "copies=1 printer-info='Set up by Millwright'" || echo copies=1`,
  );
  const own = means(site.url, agent.headers);
  expect(await sync(own)).toMatchObject({ status: 'succeeded', output: 'Added: New_one.\nRemoved: Labels.' });
  expect(fakes.calls('lpadmin')).toEqual([
    [
      '-p',
      'New_one',
      '-E',
      '-v',
      'ipp://10.20.30.99/ipp/print',
      '-m',
      'everywhere',
      '-D',
      'Set up by Millwright',
    ],
    ['-d', 'New_one'],
    ['-x', 'Labels'],
  ]);
  expect((await site.admin.get(`/api/printers/observed/${assetid}`)).data).toHaveLength(7);
  fakes.add('lpadmin', 'echo "lpadmin: Printer drivers are deprecated" >&2; exit 1');
  const { status, output } = await sync(own);
  expect([status, output!.includes('Failed: New_one: lpadmin ended with 1')]).toEqual(['failed', true]);
  own.connection.close();
  await site.stop();
});

test('a sync fails when the PC has no print system or the server sends an invalid address', async () => {
  const own = means(server.url);
  const printer = {
    printerid: 1,
    windowsname: 'A',
    address: '10.0.0.1',
    sharepath: null,
    drivername: null,
    isdefault: false,
  };
  server.answers['/printers/assignments/mine'] = () => ({
    status: 200,
    data: { assetid: 1, printers: [printer] },
  });
  fakes.add('lpstat', 'echo "lpstat: Bad file descriptor" >&2; exit 1');
  expect(await sync(own)).toMatchObject({
    status: 'failed',
    output: 'This PC has no print system that the agent supports.',
  });
  const hostile = { ...printer, address: '-x /etc; reboot' };
  server.answers['/printers/assignments/mine'] = () => ({
    status: 200,
    data: { assetid: 1, printers: [hostile] },
  });
  expect((await sync(own)).status).toBe('failed');
  expect(fakes.calls('lpadmin')).toEqual([]);
});

test('the agent passes printers to PowerShell as data, not in the command, on Windows', async () => {
  fakes.add(
    'powershell.exe',
    'printf %s "$MILLWRIGHT_PRINTERS" >"$(dirname "$0")/printers.json"; echo \'{"added":["Hall"],"removed":[],"failed":[]}\'',
  );
  const printer = {
    windowsname: 'Hall; exit',
    address: '10.0.0.1',
    sharepath: null,
    drivername: null,
    isdefault: true,
  };
  expect(await setUpWindowsPrinters([printer])).toEqual({
    added: ['Hall'],
    removed: [],
    failed: [],
    notes: ['On Windows, each user has a personal default printer. It was not changed.'],
  });
  expect(JSON.parse(readFileSync(join(fakes.folder, 'printers.json'), 'utf8'))).toEqual([printer]);
  expect(fakes.calls('powershell.exe')[0]!.join(' ')).not.toContain('Hall');
});
