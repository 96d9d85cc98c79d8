import { afterAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Alerts, MAX_REMEMBERED } from '../agent/alerts.ts';
import type { ApplianceResponse } from '../agent/connection.ts';
import { type Notice, showNotice, toNoticeText } from '../agent/notice.ts';
import { performCommand } from '../agent/perform.ts';
import { StateFile } from '../agent/state.ts';
import { startAgent, startServer } from './agent-server.ts';
import { FakePrograms } from './fake-programs.ts';

const fakes = new FakePrograms();
const heard = join(fakes.folder, 'heard');
const server = startServer();
afterAll(() => {
  fakes.restore();
  server.stop();
});
beforeEach(() => {
  server.reset();
  for (const name of ['wall', 'notify-send', 'runuser']) fakes.calls(name);
  fakes.add('who', 'echo "mara tty1 2026-01-01 08:00"');
  fakes.add('id', 'echo "user$2"');
  // Works like the real program: the arguments after the two dashes are the command.
  fakes.add('runuser', 'shift 3; exec "$@"');
  fakes.add('notify-send');
  fakes.add('wall', `cp "$input" "${heard}"`);
});

const notice = (more: Partial<Notice> = {}): Notice => ({
  title: 'Alert',
  text: 'Fire drill at noon',
  seconds: 30,
  ...more,
});

test('the agent shows a notice on each user desktop as the user of that desktop', async () => {
  const run = fakes.session(61000, 61207, 113);
  expect(await showNotice(notice(), run)).toBe('Shown on the desktop of user61000, user61207.');
  const [first, second, third] = fakes.calls('runuser');
  expect([first!.slice(0, 6), second![1], third]).toEqual([
    [
      '-u',
      'user61000',
      '--',
      'env',
      `XDG_RUNTIME_DIR=${run}/61000`,
      `DBUS_SESSION_BUS_ADDRESS=unix:path=${run}/61000/bus`,
    ],
    'user61207',
    undefined,
  ]);
  expect(fakes.calls('notify-send')[0]).toEqual([
    '--app-name=Millwright',
    '--urgency=normal',
    '--expire-time=30000',
    '--',
    'Alert',
    'Fire drill at noon',
  ]);
  expect(fakes.calls('wall')).toEqual([]);
  await showNotice(notice({ seconds: null }), run);
  expect(fakes.calls('notify-send')[0]!.slice(1, 3)).toEqual(['--urgency=critical', '--']);
});

test('the agent passes notice text as one argument, without options, markup, control characters or shell', async () => {
  const hostile =
    '--hint=x $(touch /tmp/h) `id`; <a href="http://evil">&\u0007\u001b[2J\u202e\u0000 end\r\nline';
  await showNotice(notice({ title: hostile, text: hostile }), fakes.session(61000));
  const args = fakes.calls('notify-send')[0]!;
  expect(args.slice(3)).toEqual([
    '--',
    '--hint=x $(touch /tmp/h) `id`; <a href="http://evil">&  [2J  end line',
    '--hint=x $(touch /tmp/h) `id`; &lt;a href="http://evil"&gt;&amp;  [2J  end\nline',
  ]);
  expect(toNoticeText('x'.repeat(1_000_000), 2000)).toHaveLength(2000);
  expect(toNoticeText(`${'x'.repeat(1999)}😀`, 2000)).toEndWith('\ufffd');
});

test('the agent writes a notice to the terminals when no desktop shows it, and reads no file that it names', async () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'agent-')), 'secret');
  writeFileSync(secret, 'not for all');
  expect(await showNotice(notice({ text: secret }), fakes.session())).toBe('Shown on the terminals.');
  expect(fakes.calls('wall')).toEqual([['']]);
  expect(readFileSync(heard, 'utf8')).toBe(`Alert\n\n${secret}\n`);
  fakes.add('notify-send', 'exit 1');
  expect(await showNotice(notice(), fakes.session(61000))).toBe('Shown on the terminals.');
  fakes.remove('notify-send');
  if (!existsSync('/usr/bin/notify-send'))
    expect(await showNotice(notice(), fakes.session(61000))).toBe('Shown on the terminals.');
});

test('the agent shows no notice and fails a message command when no user is logged in', async () => {
  fakes.add('who');
  expect(await showNotice(notice(), fakes.session())).toBeUndefined();
  expect(fakes.calls('wall')).toEqual([]);
  const message = { commandid: 1, action: 'message' as const, parameters: { text: 'Hello' } };
  expect(await performCommand(message, {} as never)).toEqual({
    status: 'failed',
    output: 'No user is signed in to see the message.',
  });
  fakes.add('who', 'echo "mara tty1"');
  expect(await performCommand(message, {} as never)).toMatchObject({ status: 'succeeded' });
});

const alert = (notificationid: number, more: object = {}) => ({
  notificationid,
  notification: `Alert ${notificationid}`,
  alerttimeout: null,
  starttime: null,
  endtime: null,
  ticketnumber: null,
  link: null,
  ...more,
});

/** Creates alerts with a feed of the test. */
function createAlerts(feed: object[], shown: number[] = []) {
  const seen: Notice[] = [];
  const state = { shown, isAnybodyThere: true };
  const alerts = new Alerts({
    ask: async () => ({ data: feed }) as ApplianceResponse,
    readState: () => ({ shownalerts: state.shown }),
    saveState: ({ shownalerts }) => {
      state.shown = shownalerts!;
    },
    writeLine: () => undefined,
    stopSignal: new AbortController().signal,
    show: async (one) => {
      if (!state.isAnybodyThere) return undefined;
      seen.push(one);
      return 'here';
    },
    now: () => Date.parse('2026-01-01T12:00:00Z'),
  });
  return { alerts, state, seen };
}

test('the agent shows each current alert once, with its ticket, its link and its remaining time', async () => {
  const { alerts, seen } = createAlerts([
    alert(1, { ticketnumber: 'T-9', link: 'https://plant.example/9' }),
    alert(2, { alerttimeout: 30, endtime: '2026-01-01T13:00:00Z' }),
    alert(3, { alerttimeout: 900, endtime: '2026-01-01T12:01:00.000Z' }),
    alert(4, { endtime: '2026-01-01T11:59:59Z' }),
  ]);
  await alerts.showCurrent();
  await alerts.showCurrent();
  expect(seen).toEqual([
    {
      title: 'Plant notice',
      text: 'Alert 1\nTicket: T-9\nhttps://plant.example/9',
      seconds: null,
    },
    { title: 'Plant notice', text: 'Alert 2', seconds: 30 },
    { title: 'Plant notice', text: 'Alert 3', seconds: 60 },
  ]);
});

test('the agent shows alerts once a user is logged in, five at a time', async () => {
  const { alerts, state, seen } = createAlerts(Array.from({ length: 12 }, (_, n) => alert(n + 1)));
  state.isAnybodyThere = false;
  await alerts.showCurrent();
  expect(state.shown).toEqual([]);
  state.isAnybodyThere = true;
  await alerts.showCurrent();
  expect(seen).toHaveLength(5);
  await alerts.showCurrent();
  await alerts.showCurrent();
  expect(seen.map(({ text }) => text)).toEqual(Array.from({ length: 12 }, (_, n) => `Alert ${n + 1}`));
});

test('the agent remembers a limited number of shown alerts and drops the oldest', async () => {
  const before = Array.from({ length: MAX_REMEMBERED }, (_, n) => n + 1000);
  const { alerts, state } = createAlerts([alert(1)], before);
  await alerts.showCurrent();
  expect([state.shown.length, state.shown[0], state.shown.at(-1)]).toEqual([MAX_REMEMBERED, 1001, 1]);
});

test('the agent polls alerts at the interval of the server, and shows none again after a restart', async () => {
  fakes.add('notify-send', 'exit 1');
  server.orders = { alertseconds: 1 };
  server.answers['/endpoints/alerts'] = () => ({ status: 200, data: [alert(7)] });
  const first = startAgent(server);
  await server.waitForRequest('/endpoints/checkin');
  await server.waitForRequest('/endpoints/alerts', 2);
  while (new StateFile(first.folder).read()?.shownalerts === undefined) await Bun.sleep(5);
  await first.stop();
  expect(fakes.calls('wall')).toHaveLength(1);
  server.calls = [];
  const second = startAgent(server, first.folder);
  await server.waitForRequest('/endpoints/alerts', 2);
  await second.stop();
  expect(fakes.calls('wall')).toEqual([]);
  expect(new StateFile(first.folder).read()?.shownalerts).toEqual([7]);
});
