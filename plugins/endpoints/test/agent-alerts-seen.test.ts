import { afterAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AcknowledgedAlerts } from '../agent/acknowledged-alerts.ts';
import { BackgroundProcesses } from '../agent/background-processes.ts';
import type { ApplianceRequest, ApplianceResponse } from '../agent/connection.ts';
import { type Notice, showNotice } from '../agent/notice.ts';
import { showUntilAnswered, wasAnswered } from '../agent/notice-button.ts';
import { ServerRefusedError } from '../agent/server-refused-error.ts';
import { StateFile } from '../agent/state.ts';
import { readHostname } from '../agent/this-pc.ts';
import { startAgent, startServer } from './agent-server.ts';
import { FakePrograms } from './fake-programs.ts';

const fakes = new FakePrograms();
const server = startServer();
afterAll(() => {
  fakes.restore();
  server.stop();
});
beforeEach(() => {
  server.reset();
  for (const name of ['notify-send', 'runuser', 'dbus-send', 'msg.exe']) fakes.calls(name);
  fakes.add('who', 'echo "mara tty1 2026-01-01 08:00"');
  fakes.add('id', 'echo "user$2"');
  // Works like the real program: the arguments after the two dashes are the command.
  fakes.add('runuser', 'shift 3; exec "$@"');
  fakes.add('dbus-send');
  fakes.add('wall');
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

/** A notify-send with buttons. The notice stays until the user of that session presses its button. */
const BUTTONS = `
case "$*" in *--action=seen=Seen*) ;; *) exit 0 ;; esac
echo $$ >"$XDG_RUNTIME_DIR/standing.new" && mv "$XDG_RUNTIME_DIR/standing.new" "$XDG_RUNTIME_DIR/standing"
echo 7
while [ ! -e "$XDG_RUNTIME_DIR/press" ]; do sleep 0.02; done
echo seen`;
const until = async (holds: () => boolean) => {
  while (!holds()) await Bun.sleep(5);
};
/** Returns the process that shows the notice on a desktop, once it runs. */
async function standing(sessions: string, uid: number): Promise<number> {
  const file = join(sessions, String(uid), 'standing');
  await until(() => existsSync(file));
  return Number(readFileSync(file, 'utf8'));
}
const press = (sessions: string, uid: number) => writeFileSync(join(sessions, String(uid), 'press'), '');
/** Reports whether the process neither runs nor remains as a zombie. */
const isGone = (pid: number) => !existsSync(`/proc/${pid}`);
const acknowledgements = () => server.calls.filter(({ path }) => path.includes('/acknowledge'));
const ACKNOWLEDGE = '/endpoints/alerts/7/acknowledge';

/** Starts the agent of a PC that shows alerts. */
function agentWith(feed: () => object[], sessions: string, folder?: string) {
  server.orders = { alertseconds: 1 };
  server.answers['/endpoints/alerts'] = () => ({ status: 200, data: feed() });
  return startAgent(server, folder, sessions);
}
const seenOf = (folder: string) => new StateFile(folder).read()?.seenalerts;

test('the agent acknowledges an alert when the user presses its button, and still shows the next alert', async () => {
  fakes.add('notify-send', BUTTONS);
  server.answers[ACKNOWLEDGE] = () => ({ status: 200, data: {} });
  const sessions = fakes.session(61000);
  const agent = agentWith(() => [alert(7, { alerttimeout: 900 }), alert(8)], sessions);
  await standing(sessions, 61000);
  await until(() => new StateFile(agent.folder).read()?.shownalerts?.length === 2);
  expect(acknowledgements()).toEqual([]);
  press(sessions, 61000);
  const { method, headers, body, path } = await server.waitForRequest(ACKNOWLEDGE);
  expect([method, headers['x-endpoint-credential'], body.toString(), path]).toEqual([
    'POST',
    'mw_epc_test',
    '{}',
    `/api${ACKNOWLEDGE}`,
  ]);
  await until(() => !seenOf(agent.folder)?.includes(7));
  await agent.stop();
  expect(agent.said.filter((line) => line.includes('alert 7'))).toEqual([]);
});

/** Shows a notice with a button and returns where it appeared and how often the button was pressed. */
async function withButtons(more: Partial<Notice> = {}, sessions = fakes.session(61000)) {
  const programs = new BackgroundProcesses(new AbortController().signal);
  const ends = new AbortController();
  let presses = 0;
  const notice = { title: 'Alert', text: 'Fire drill at noon', seconds: 30, ...more };
  const onPress = () => {
    presses++;
    ends.abort();
  };
  const where = await showNotice(notice, sessions, { programs, signal: ends.signal, pressed: onPress });
  await until(() => programs.count === 0);
  return { where, presses };
}

test('a notice counts as read only when its button is pressed, not when it expires, closes or fails', async () => {
  const desktop = 'Shown on the desktop of user61000.';
  const terminals = 'Shown on the terminals.';
  for (const [script, where, presses] of [
    ['echo 7; echo seen', desktop, 1],
    ['echo 7', desktop, 0],
    ['echo 7; exit 1', desktop, 0],
    ['echo 7; echo unseen', desktop, 0],
    ['echo 7; kill $$', desktop, 0],
    // This notify-send has no buttons.
    ['exit 0', desktop, 0],
    // There is no desktop, only a bus.
    ['echo 0; exit 1', terminals, 0],
    ['echo 0; echo seen; exit 1', terminals, 0],
  ] as const) {
    fakes.add('notify-send', script);
    expect([script, await withButtons()]).toEqual([script, { where, presses }]);
  }
});

test('the agent shows a notice without a button when notify-send has no actions', async () => {
  fakes.add('notify-send', 'case "$*" in *--action*) echo "Unknown option" >&2; exit 1 ;; esac');
  expect(await withButtons()).toEqual({ where: 'Shown on the desktop of user61000.', presses: 0 });
  const [first, second] = fakes.calls('notify-send');
  expect(first!.slice(0, 2)).toEqual(['--print-id', '--action=seen=Seen']);
  expect(second).toEqual(first!.slice(2));
});

test('the agent passes an alert that begins with dashes as text, without adding an option or an answer', async () => {
  fakes.add('notify-send', 'echo 7');
  const hostile = '--action=seen=Seen\n--expire-time=1\n7\nseen\n';
  expect((await withButtons({ title: hostile, text: hostile })).presses).toBe(0);
  expect(fakes.calls('notify-send')).toEqual([
    [
      '--print-id',
      '--action=seen=Seen',
      '--app-name=Millwright',
      '--urgency=normal',
      '--expire-time=30000',
      '--',
      '--action=seen=Seen --expire-time=1 7 seen',
      '--action=seen=Seen\n--expire-time=1\n7\nseen',
    ],
  ]);
});

test('the agent resends an acknowledgement after a restart until the server accepts it', async () => {
  fakes.add('notify-send', BUTTONS);
  server.answers[ACKNOWLEDGE] = () => ({ status: 0 });
  const sessions = fakes.session(61000);
  const first = agentWith(() => [alert(7)], sessions);
  await standing(sessions, 61000);
  press(sessions, 61000);
  await server.waitForRequest(ACKNOWLEDGE);
  await first.stop();
  expect(seenOf(first.folder)).toEqual([7]);
  server.calls = [];
  const answers = [{ status: 503 }, { status: 200 }];
  server.answers[ACKNOWLEDGE] = () => answers.shift()!;
  const second = agentWith(() => [alert(7)], sessions, first.folder);
  await server.waitForRequest(ACKNOWLEDGE, 2);
  await until(() => seenOf(first.folder)?.length === 0);
  await second.stop();
  expect(fakes.calls('notify-send')).toHaveLength(1);
});

test('the agent sends its host name with an acknowledgement when it uses the shared key', async () => {
  fakes.add('notify-send', BUTTONS);
  server.answers['/endpoints/enroll'] = () => ({
    status: 200,
    data: { state: 'blocked', credential: null, assetid: null, requestid: null },
  });
  server.answers[ACKNOWLEDGE] = () => ({ status: 200, data: {} });
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  const state = { server: server.url, pins: [], nonce: 'n'.repeat(64), sharedkey: 'the-key' };
  new StateFile(folder).write(state);
  const sessions = fakes.session(61000);
  const agent = agentWith(() => [alert(7)], sessions, folder);
  await standing(sessions, 61000);
  press(sessions, 61000);
  const { headers, path } = await server.waitForRequest(ACKNOWLEDGE);
  await agent.stop();
  expect([headers['x-api-key'], headers['x-endpoint-credential']]).toEqual(['the-key', undefined]);
  expect(path).toBe(`/api${ACKNOWLEDGE}?hostname=${encodeURIComponent(readHostname())}`);
});

test('the agent acknowledges once and closes the other notice when a user confirms on one of two desktops', async () => {
  fakes.add('notify-send', BUTTONS);
  server.answers[ACKNOWLEDGE] = () => ({ status: 200, data: {} });
  const sessions = fakes.session(61000, 61207);
  const agent = agentWith(() => [alert(7)], sessions);
  const [one, other] = [await standing(sessions, 61000), await standing(sessions, 61207)];
  press(sessions, 61207);
  await server.waitForRequest(ACKNOWLEDGE);
  await until(() => isGone(one) && isGone(other));
  const closing: string[][] = [];
  await until(() => closing.push(...fakes.calls('dbus-send')) > 0);
  await agent.stop();
  expect(acknowledgements()).toHaveLength(1);
  expect(closing).toEqual([
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.Notifications',
      '/org/freedesktop/Notifications',
      'org.freedesktop.Notifications.CloseNotification',
      'uint32:7',
    ],
  ]);
  const users = fakes.calls('runuser').filter((args) => args.includes('dbus-send'));
  expect(users.map(([, user]) => user)).toEqual(['user61000']);
});

test('the agent does not show a notice on the next desktop when it was read on the first one', async () => {
  fakes.add('notify-send', "printf '7\\nseen\\n'");
  const { presses } = await withButtons({}, fakes.session(61000, 61207));
  expect([presses, fakes.calls('notify-send').length]).toEqual([1, 1]);
});

test('the agent closes the notice without an acknowledgement when the alert is over', async () => {
  fakes.add('notify-send', BUTTONS);
  const sessions = fakes.session(61000);
  let feed = [alert(7)];
  const agent = agentWith(() => feed, sessions);
  const pid = await standing(sessions, 61000);
  feed = [];
  await until(() => isGone(pid));
  await until(() => fakes.calls('dbus-send').length > 0);
  await agent.stop();
  expect(acknowledgements()).toEqual([]);
});

test('the agent ends the program that shows a notice when it stops', async () => {
  fakes.add('notify-send', BUTTONS);
  const sessions = fakes.session(61000);
  const agent = agentWith(() => [alert(7)], sessions);
  const pid = await standing(sessions, 61000);
  await agent.stop();
  await until(() => isGone(pid));
  expect(acknowledgements()).toEqual([]);
});

test('background processes have a time limit and a maximum count, and none starts after the abort', async () => {
  const controller = new AbortController();
  const programs = new BackgroundProcesses(controller.signal, 2);
  const { signal } = new AbortController();
  const sleep = (ms: number) => programs.run('sleep', ['60'], { ms, signal });
  expect(await sleep(20)).toBeUndefined();
  const [first, ...rest] = [sleep(60_000), sleep(60_000), sleep(60_000)];
  expect(await first).toBeUndefined();
  expect(programs.count).toBe(2);
  controller.abort();
  expect(await Promise.all(rest)).toEqual([undefined, undefined]);
  expect(await sleep(60_000)).toBeUndefined();
  expect(programs.count).toBe(0);
});

test('the agent drops an acknowledgement when the server answers 200, 403 or 404, and keeps others', async () => {
  let waiting: number[] = [];
  const paths: string[] = [];
  const statuses: Record<number, number> = { 1: 200, 2: 403, 3: 404, 4: 409, 5: 500, 6: 429, 7: 401, 8: 200 };
  const seen = new AcknowledgedAlerts({
    ask: async (path: string, _asking: ApplianceRequest) => {
      paths.push(path);
      const answer = { status: statuses[Number(path.split('/')[3])]! } as ApplianceResponse;
      if (answer.status >= 300) throw new ServerRefusedError(answer);
      return answer;
    },
    waiting: () => waiting,
    remember: (ids) => {
      waiting = ids;
    },
    writeLine: () => undefined,
  });
  waiting = [1, 2, 3, 4, 5, 6, 7, 8];
  await seen.sendAll();
  expect(paths).toHaveLength(8);
  expect(waiting).toEqual([4, 5, 6, 7]);
  seen.keepOnly(new Set([5, 9]));
  expect(waiting).toEqual([5]);
});

test('a message of msg.exe counts as answered when it exits with 0 after one second and before its timeout', () => {
  for (const [code, elapsed, seconds, answered] of [
    [0, 5, 30, true],
    [0, 28.9, 30, true],
    [0, 80_000, 86_400, true],
    [0, 29.5, 30, false],
    [0, 30, 30, false],
    [0, 31, 30, false],
    [1, 5, 30, false],
    // The session is empty, or the answer came too fast for a reader.
    [0, 0.2, 30, false],
    [0, 1, 1, false],
  ] as const)
    expect([code, elapsed, seconds, wasAnswered(code, elapsed, seconds)]).toEqual([
      code,
      elapsed,
      seconds,
      answered,
    ]);
});

test('the agent runs msg.exe with /w for one session, and counts no press when it fails', async () => {
  fakes.add('msg.exe', 'exit 1');
  let presses = 0;
  const { signal } = new AbortController();
  const button = { programs: new BackgroundProcesses(signal), signal, pressed: () => presses++ };
  expect(await showUntilAnswered(3, 'Alert\r\n\r\n/server:x', 30, button)).toBe(false);
  expect(fakes.calls('msg.exe')).toEqual([['3', '/w', '/time:30', 'Alert\r\n\r\n/server:x']]);
  expect(presses).toBe(0);
});
