import { afterAll, beforeEach, expect, test } from 'bun:test';
import { hostname } from 'node:os';
import { startSite } from '../../../test/support/site.ts';
import { Connection } from '../agent/connection.ts';
import { type Means, sendInventory } from '../agent/perform.ts';
import { queues, queuesIn, queuesOf } from '../agent/printers.ts';
import { startServer } from './agent-server.ts';
import { FakePrograms } from './fake-programs.ts';
import { enrolledPc, setSharedKey } from './pcs.ts';

const fakes = new FakePrograms();
const server = startServer();
afterAll(() => {
  fakes.restore();
  server.stop();
});
beforeEach(() => {
  server.reset();
  fakes.calls('lpstat');
  fakes.add('lpstat', `cat <<'END'\n${CUPS}END`);
  fakes.add(
    'lpoptions',
    `echo "copies=1 device-uri=x printer-info='Hall 3' printer-make-and-model='HP LaserJet 400 M401' sides=one"`,
  );
});

/** In the form that CUPS 2.4 gives. */
const CUPS = `device for Hall3: socket://10.20.30.40:9100
device for Labels: lpd://10.20.30.41/lp
device for HP_Scan: hp:/net/HP_LaserJet_400?ip=10.20.30.42
device for Office: ipp://office-printer.plant.example:631/ipp/print
device for Six: ipps://[2001:db8::9]:443/ipp/print
device for USB: usb://Zebra/ZD420?serial=D2J1
device for PDF: cups-pdf:/
system default destination: Labels
`;

test('the queues of CUPS are told with their ports, addresses, and which one is used without a word', () => {
  expect(queuesIn(CUPS).map(({ name, ipaddress, isdefault }) => [name, ipaddress, isdefault])).toEqual([
    ['Hall3', '10.20.30.40', false],
    ['Labels', '10.20.30.41', true],
    ['HP_Scan', '10.20.30.42', false],
    ['Office', undefined, false],
    ['Six', '2001:db8::9', false],
    ['USB', undefined, false],
    ['PDF', undefined, false],
  ]);
  expect(queuesIn('no system default destination\n')).toEqual([]);
});

test('CUPS is asked in a plain language, and says what drives each queue', async () => {
  fakes.add('lpstat', `[ "$LC_ALL" = C ] || exit 1; cat <<'END'\n${CUPS}END`);
  const found = await queues();
  expect(found).toHaveLength(7);
  expect(found![0]).toEqual({
    name: 'Hall3',
    portname: 'socket://10.20.30.40:9100',
    ipaddress: '10.20.30.40',
    drivername: 'HP LaserJet 400 M401',
    isdefault: false,
  });
});

test('a PC without queues says so, one without CUPS says nothing', async () => {
  fakes.add('lpstat', 'echo "lpstat: No destinations added." >&2; exit 1');
  expect(await queues()).toEqual([]);
  fakes.add('lpstat', 'echo "lpstat: Bad file descriptor" >&2; exit 1');
  expect(await queues()).toBeUndefined();
});

test('what Windows says is told in the same words', () => {
  const rows = JSON.parse(
    '[{"n":"Hall 3","p":"IP_10.20.30.40","a":"10.20.30.40","d":"HP Universal Printing PCL 6","s":true},{"n":"Microsoft Print to PDF","p":"PORTPROMPT:","a":null,"d":"Microsoft Print To PDF","s":false},{"n":"Office","p":"office","a":"office-printer","d":null,"s":false}]',
  );
  expect(queuesOf(rows)).toEqual([
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

/** The means of an agent that talks to some server. */
const means = (url: string, headers: Record<string, string> = {}): Means => ({
  connection: new Connection(url, () => []),
  headers: () => headers,
  named: (path) => path,
  notkept: new Set(),
  restartSoon: () => undefined,
});

test('an appliance that keeps printers gets them with the inventory, one that refuses them is told of', async () => {
  server.answers['/collector/printers'] = () => ({ status: 200, data: {} });
  const own = means(server.url);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  const sent = JSON.parse((await server.asked('/collector/printers')).body.toString());
  expect([sent.hostname, sent.queues.length, sent.queues[1].isdefault]).toEqual([hostname(), 7, true]);
  server.answers['/collector/printers'] = () => ({ status: 400, data: { error: { message: 'No queue.' } } });
  expect(await sendInventory(own)).toMatchObject({
    status: 'failed',
    output: 'The printers were not taken: No queue.',
  });
});

test('an appliance that keeps no printers is asked once, and the inventory has succeeded', async () => {
  const site = await startSite();
  await setSharedKey(site);
  const { agent } = await enrolledPc(site, 'printing-1');
  const own = means(site.url, agent.headers);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  expect(fakes.calls('lpstat')).toHaveLength(1);
  expect(await sendInventory(own)).toMatchObject({ status: 'succeeded' });
  expect(fakes.calls('lpstat')).toEqual([]);
  own.connection.close();
  await site.stop();
});
