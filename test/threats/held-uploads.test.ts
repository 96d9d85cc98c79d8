import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import { Upgrades } from '../../src/features/appliance/index.ts';
import { isMachine, routeNameOf } from '../contract/requests.ts';
import { createPng } from '../support/pictures.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';
import { buildUploadPath, listUploadWays, type UploadWay } from '../support/upload-routes.ts';

setDefaultTimeout(120_000);

let site: Site;
/** The files below the data directory before the first upload. */
let before = new Set<string>();
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  letUpgrade();
  before = new Set(filesBelow());
});
afterAll(() => site.stop());

/** Makes the site behave as an executable. When it runs from its sources, it rejects each program unread. */
function letUpgrade(): void {
  const upgrades = site.app.host.getInstance(Upgrades);
  const path = join(site.data, 'millwright');
  upgrades.own = { ...upgrades.own, path, isExecutable: true, releaseKey: 'none' };
}

/** Larger than any chunk in which a body is read. */
const CONTENT = Buffer.alloc(300_000, 'x');
/** Number of bytes that the sender does not send. */
const HELD = 1_000_000;
/** Size of a file on the disk that proves that all checks of its name and its first bytes have passed. */
const TAKEN_BYTES = 200_000;
/** Number of other requests to answer before a form in memory counts as read so far. */
const ANSWERED_BESIDE = 100;
const isLinux = existsSync('/proc/self/fd');

const field = (name: string, value: string | Buffer) => part(`form-data; name="${name}"`, Buffer.from(value));
type FileOf = (content?: Buffer) => Buffer;
const part = (disposition: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--B\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

/** Exceeds the limit of all form fields, except the field that contains a whole table. */
const LONG = 300_000;

/** The first bytes of files that some routes accept. */
const KINDS: [string, Buffer][] = [
  ['file.png', createPng()],
  ['file.pdf', Buffer.from('%PDF-1.7\n')],
  ['file.stl', Buffer.from('solid x\n')],
  ['file.txt', Buffer.from('text\n')],
  ['file.tar.zst', Buffer.from('anything')],
];
const grow = (beginning: Buffer) => Buffer.concat([beginning, CONTENT]);

/** Invalid forms, up to the byte that is sent. All form routes must reject them. */
const WRONG_FORMS: [string, (file: FileOf) => Buffer][] = [
  [
    'a field that is too long, before a file',
    (file) => Buffer.concat([field('x', Buffer.alloc(LONG, 'y')), file()]),
  ],
  ['a field that is too long and never ends', () => field('x', Buffer.alloc(LONG, 'y')).subarray(0, -2)],
  [
    'too many fields, before a file',
    (file) => Buffer.concat([...Array.from({ length: 51 }, (_, n) => field(`f${n}`, 'y')), file()]),
  ],
  [
    'a second file',
    (file) => Buffer.concat([...Array.from({ length: 21 }, () => file(Buffer.alloc(9, 'z'))), file()]),
  ],
  [
    'another boundary than it says',
    (file) => Buffer.from(file().toString('latin1').replace('--B', '--C'), 'latin1'),
  ],
];

interface OpenUpload {
  socket: Socket;
  /** Returns the status and code of the response, or undefined while there is none. */
  told(): string | undefined;
  /** Waits for the response and returns its status and code. */
  answer(): Promise<string>;
  /** Returns the rejection, or undefined once the server has read the sent bytes. */
  refusal(): Promise<string | undefined>;
}

/** Sends the head and a part of a body, and holds the rest back. */
async function send(
  way: UploadWay,
  path: string,
  body: Buffer,
  caller = isMachine(way.route.access) ? withSharedKey(site) : site.admin,
): Promise<OpenUpload> {
  const { headers } = caller;
  const earlier = new Set(filesBelow());
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  // The server resets the connection after its response.
  socket.on('error', () => undefined);
  const type = way.isForm ? `${way.type}; boundary=B` : way.type;
  const lines = {
    ...headers,
    host: 'pc',
    'content-type': type,
    'content-length': String(body.length + HELD),
    'upload-offset': '0',
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`${way.route.method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  await new Promise((resolve) => socket.write(body, resolve));
  const readAnswer = () => {
    const code = /"code": ?"(\w+)"/.exec(text)?.[1];
    return code && `${text.slice(9, 12)} ${code}`;
  };
  const answer = async () => {
    await eventually(() => readAnswer() !== undefined, `${routeNameOf(way.route)} answers`);
    return readAnswer()!;
  };
  const refusal = async () => {
    if (isInMemory(way)) await sendRequestsBeside(readAnswer);
    else
      await eventually(
        () => readAnswer() !== undefined || isTaken(earlier),
        `${routeNameOf(way.route)} takes or refuses`,
      );
    return readAnswer();
  };
  return { socket, told: readAnswer, answer, refusal };
}

/** Routes that keep the file in memory, like forms without files. Nothing on the disk shows what was read. */
const IN_MEMORY = ['/api/imports', '/api/imports/cells', '/api/employees/directory/import'];
const isInMemory = ({ route }: UploadWay): boolean =>
  route.raw?.file === false || IN_MEMORY.includes(route.path);

/** Lets the server work until it has answered this number of other requests, or the pending one. */
async function sendRequestsBeside(readAnswer: () => string | undefined): Promise<void> {
  for (let n = 0; n < ANSWERED_BESIDE && readAnswer() === undefined; n++)
    expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
}

/** Returns the relative paths of all files below the data directory, except the database and the logs. */
const filesBelow = (): string[] =>
  readdirSync(site.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site.data, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(millwright\.db|logs\b)/.test(path));

const newFiles = (): string[] => filesBelow().filter((path) => !before.has(path));

/** Reports whether the file belongs to a resumable upload, which keeps its chunks. */
function isKept(path: string): boolean {
  const [, key] = /^uploads[/\\](.+)$/.exec(path) ?? [];
  const findUpload = () =>
    site.app.host.db.read((reader) => reader.get('SELECT 1 FROM enforceuploads WHERE uploadkey = ?', key!));
  return key !== undefined && findUpload() !== undefined;
}

/**
 * Reports whether enough of a new upload is on the disk to prove that its name and first bytes were accepted.
 */
const isTaken = (earlier: ReadonlySet<string>): boolean =>
  filesBelow().some((path) => {
    if (earlier.has(path)) return false;
    const { size } = statSync(join(site.data, path), { throwIfNoEntry: false }) ?? { size: 0 };
    return size >= TAKEN_BYTES;
  });

/** Returns the resources of uploads: file handles and files below the data directory, and reserved bytes. */
function listHeld() {
  const handles = isLinux ? readdirSync('/proc/self/fd').flatMap(target) : [];
  const path = (handle: string) => relative(site.data, handle);
  return {
    handles: handles.filter((handle) => !/^(millwright\.db|logs\b|$)/.test(path(handle))),
    files: newFiles().filter((path) => !isKept(path)),
    room: site.app.host.files.arriving,
  };
}

function target(fd: string): string[] {
  try {
    return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.startsWith(site.data));
  } catch {
    // The handle that reads the folder itself.
    return [];
  }
}

/** The resources after all uploads were released. Nothing is stored in these tests. */
const NOTHING: ReturnType<typeof listHeld> = { handles: [], files: [], room: 0 };
const holdsNothing = () => JSON.stringify(listHeld()) === JSON.stringify(NOTHING);

const waitForRelease = (what: string): Promise<void> => eventually(holdsNothing, `${what} leaves nothing`);

/** Returns the form field of the file, which is `file` for most routes. */
const nameOfFile = ({ route }: UploadWay): string => (route.raw?.file ? route.raw.file.name : 'file');

const goodContents = new Map<string, [string, Buffer]>();

/** Returns the start of a file that the route accepts. */
async function goodFile(way: UploadWay): Promise<[string, Buffer]> {
  const key = `${way.route.path} ${way.type}`;
  const good = goodContents.get(key) ?? (await findGood(way));
  goodContents.set(key, good);
  return good;
}

async function findGood(way: UploadWay): Promise<[string, Buffer]> {
  for (const [name, beginning] of KINDS) {
    const content = grow(beginning);
    const path = await buildUploadPath(site, way, name);
    const { socket, refusal } = await send(way, path, beginningOf(way, name, content));
    const result = await refusal();
    socket.destroy();
    await waitForRelease(`${name} at ${routeNameOf(way.route)}`);
    if (result === undefined || !result.startsWith('400')) return [name, content];
  }
  // This route reads its file as a text of a few lines.
  return [KINDS[0]![0], grow(KINDS[0]![1])];
}

/** Returns a file part without its end. */
const unendedPartOf = (way: UploadWay, name: string, content: Buffer) =>
  partOf(way, name, content).subarray(0, -2);
/** Returns the start of a valid body: a file part without its end, or the content itself. */
const beginningOf = (way: UploadWay, name: string, content: Buffer) =>
  way.isForm ? unendedPartOf(way, name, content) : content;
const partOf = (way: UploadWay, name: string, content: Buffer) =>
  part(`form-data; name="${nameOfFile(way)}"; filename="${name}"`, content);

test('the upload routes include each kind', () => {
  const types = listUploadWays(site).map(({ type }) => type);
  expect(new Set(types).size).toBe(3);
  expect(types.length).toBeGreaterThan(20);
});

test.each(WRONG_FORMS)('a form is refused before its rest is sent when it has %s', async (what, bodyOf) => {
  const wrong: string[] = [];
  for (const way of listUploadWays(site).filter(({ isForm }) => isForm)) {
    const path = await buildUploadPath(site, way);
    const [name, whole] = await goodFile(way);
    const fileOf = (content = whole) => partOf(way, name, content);
    const { socket, answer } = await send(way, path, bodyOf(fileOf));
    const result = await answer();
    // The sender is still connected, so the response alone must release the resources.
    await waitForRelease(`${what} at ${routeNameOf(way.route)}`);
    socket.destroy();
    if (result !== '400 VALIDATION_ERROR') wrong.push(`${routeNameOf(way.route)}: ${result}`);
  }
  expect(wrong).toEqual([]);
});

/** Returns a valid path and the start of a valid body. */
async function goodSending(way: UploadWay): Promise<[string, Buffer]> {
  const [name, content] = await goodFile(way);
  return [await buildUploadPath(site, way, name), beginningOf(way, name, content)];
}

/** Files that are invalid by their name or their first bytes. */
const WRONG_FILES: [string, string, Buffer][] = [
  ['a program', 'file.exe', grow(Buffer.from('MZ'))],
  ['another content than its name says', 'file.png', grow(Buffer.from('MZ'))],
];

test.each(WRONG_FILES)(
  '%s: a file is refused before its rest is sent, or accepted by a route for any file',
  async (what, name, content) => {
    let refused = 0;
    for (const way of listUploadWays(site).filter((way) => !isInMemory(way))) {
      const path = await buildUploadPath(site, way, name);
      const { socket, refusal } = await send(way, path, beginningOf(way, name, content));
      const result = await refusal();
      if (result)
        expect([routeNameOf(way.route), result]).toEqual([routeNameOf(way.route), '400 VALIDATION_ERROR']);
      if (result) await waitForRelease(`${what} at ${routeNameOf(way.route)}`);
      refused += Number(result !== undefined);
      socket.destroy();
      await waitForRelease(`${what} at ${routeNameOf(way.route)}`);
    }
    expect(refused).toBeGreaterThan(10);
  },
);

/** Returns the form fields that reject a nonsense text. */
const strictFields = ({ route }: UploadWay): string[] =>
  route.raw?.form instanceof z.ZodObject
    ? Object.entries(route.raw.form.shape).flatMap(([name, shape]) =>
        z.safeParse(shape as z.ZodType, NONSENSE).success ? [] : name,
      )
    : [];
const NONSENSE = '\u0001 nonsense';

test('a form is refused before its rest is sent when a field before the file is invalid', async () => {
  let tried = 0;
  for (const way of listUploadWays(site).filter(({ isForm }) => isForm))
    for (const name of strictFields(way)) {
      const [filename, content] = await goodFile(way);
      const body = Buffer.concat([field(name, NONSENSE), unendedPartOf(way, filename, content)]);
      const { socket, answer } = await send(way, await buildUploadPath(site, way), body);
      expect([routeNameOf(way.route), name, await answer()]).toEqual([
        routeNameOf(way.route),
        name,
        '400 VALIDATION_ERROR',
      ]);
      socket.destroy();
      await waitForRelease(`${name} at ${routeNameOf(way.route)}`);
      tried++;
    }
  expect(tried).toBeGreaterThan(6);
});

test('an upload leaves no resources when its sender disconnects', async () => {
  for (const way of listUploadWays(site)) {
    const { socket, refusal } = await send(way, ...(await goodSending(way)));
    await refusal();
    socket.destroy();
    await waitForRelease(`who left ${routeNameOf(way.route)}`);
  }
});

test('each upload route returns 401 or 403 before the body is sent when the caller lacks permission', async () => {
  const reader = await site.userWith('assets.view');
  const wrong: string[] = [];
  for (const way of listUploadWays(site)) {
    const { socket, answer } = await send(way, await buildUploadPath(site, way), Buffer.alloc(0), reader);
    const result = await answer();
    if (!/^40[13] /.test(result ?? '')) wrong.push(`${routeNameOf(way.route)}: ${result}`);
    socket.destroy();
  }
  expect(wrong).toEqual([]);
});

/** Limits the size of all files that this process writes from now on. Undefined removes the limit. */
function boundFiles(bytes: number | undefined): void {
  const { status, stderr } = spawnSync('prlimit', [
    '--pid',
    String(process.pid),
    `--fsize=${bytes ?? 'unlimited'}:unlimited`,
  ]);
  if (status !== 0) throw new Error(`prlimit failed: ${stderr}`);
}

test.if(isLinux)(
  'an upload returns 507 before its rest is sent and leaves nothing when the disk is full',
  async () => {
    const wrong: string[] = [];
    let refused = 0;
    for (const way of listUploadWays(site).filter((way) => !isInMemory(way))) {
      const sending = await goodSending(way);
      const lines = site.log.length;
      boundFiles(1 + Math.floor(Math.random() * CONTENT.length * 0.9));
      const { socket, answer } = await send(way, ...sending);
      const result = await answer();
      boundFiles(undefined);
      const logged = site.log.slice(lines).filter(({ message }) => message === 'writing an upload failed');
      if (result !== '507 STORAGE_FULL' || logged.length !== 1)
        wrong.push(`${routeNameOf(way.route)} ${way.type}: ${result}, ${logged.length} lines`);
      refused += Number(result === '507 STORAGE_FULL');
      socket.destroy();
      await waitForRelease(`the disk at ${routeNameOf(way.route)}`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(15);
  },
);

/**
 * After each test, the appliance is healthy, has released all resources of uploads, and has logged no error.
 */
afterEach(async () => {
  expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
  await waitForRelease('all of it');
  expect(listHeld()).toEqual(NOTHING);
  expect(site.log.filter(({ message }) => message === 'request failed')).toEqual([]);
});
