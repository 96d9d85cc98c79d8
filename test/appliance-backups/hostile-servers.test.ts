import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupMaker, BackupRoutine, Backups, Copies } from '../../src/features/appliancebackups/index.ts';
import { eventually, startListening } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

const KEYS = { accesskeyid: 'KEY', secretaccesskey: 'its secret' };
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/**
 * Returns the problem that a test of an S3 target reports when its server sends this response to each
 * request.
 */
async function problemFor(answer: () => Response): Promise<string> {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
  const target = `s3://plant?endpoint=http://127.0.0.1:${server.port}`;
  const { data } = await site.admin.post('/api/backups/targets/test', { target, secret: KEYS });
  await server.stop(true);
  return data.problem;
}

const errorWith = (code: string) => () =>
  new Response(`<Error><Code>${code}</Code></Error>`, {
    status: 403,
    headers: { 'Content-Type': 'application/xml' },
  });

test('the error shows the code of an S3 error and no other text of the server', async () => {
  expect(await problemFor(errorWith('RequestTimeTooSkewed'))).toBe(
    'The storage returned 403 RequestTimeTooSkewed',
  );
  for (const code of ['an internal page', 'constructor\u001b[2J', 'A'.repeat(10_000)])
    expect(await problemFor(errorWith(code))).toBe('The storage returned 403');
  expect(await problemFor(errorWith('constructor'))).toBe('The storage returned 403 constructor');
});

test.each([
  ['sftp://mill@127.0.0.1:1/x', { password: 'its secret' }, 'The server'],
  ['s3://plant?endpoint=http://127.0.0.1:1', KEYS, 'The storage'],
])('the test of %s reports that no server listens on the port', async (target, secret, subject) => {
  const { data } = await site.admin.post('/api/backups/targets/test', { target, secret });
  expect(data.problem).toBe(`${subject} does not listen on this port (ECONNREFUSED).`);
});

test('the error states that the storage is full', async () => {
  expect(await problemFor(errorWith('XMinioStorageFull'))).toBe('The storage has no free space.');
});

test('the test of a target fails when the response is too long', async () => {
  const body = `<Error><Code>${'<a>'.repeat(200_000)}`;
  const headers = { 'Content-Type': 'application/xml' };
  expect(await problemFor(() => new Response(body, { status: 403, headers }))).toBe(
    'The response of the server is too long.',
  );
});

test('the test of a target fails when the response is not S3 or a redirect', async () => {
  expect(await problemFor(() => new Response('<html>Sign in</html>'))).toBe(
    'The size of the copy differs from the backup.',
  );
  const headers = { Location: 'http://127.0.0.1:1/' };
  expect(await problemFor(() => new Response(null, { status: 307, headers }))).toMatch(
    /^The storage returned 307/,
  );
});

test('a target that does not respond does not block scheduled backups', async () => {
  const site = await startSite();
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  const port = await startListening(server);
  await site.admin.put('/api/settings/backup_passphrase', { value: 'twelve storks in a moor' });
  const target = `sftp://mill@127.0.0.1:${port}/x#SHA256:${'a'.repeat(43)}`;
  await site.admin.post('/api/backups/targets', { target, secret: { password: 'its secret' } });
  const routine = site.app.host.getInstance(BackupRoutine);
  const job = site.admin.post('/api/jobs/backups.scheduled/run');
  const isCopying = async () => (await site.admin.get('/api/backups/targets')).data[0].state === 'copying';
  await eventually(isCopying, 'the copy begins');
  site.clock.advance(86_400_000);
  await routine.runIfDue();
  expect((await job).data.lastresult).toBe('ok');
  const next = routine.runIfDue();
  const { shelf } = site.app.host.getInstance(BackupMaker);
  const hasTwo = () => shelf.list().filter(({ state }) => state === 'done').length === 2;
  await eventually(hasTwo, 'the second backup is made');
  server.close();
  for (const socket of sockets) socket.destroy();
  await next;
  await site.app.host.getInstance(Copies).whenIdle();
  await site.stop();
}, 60_000);

test('a stop of the server during a copy and a verification is not recorded as a fault', async () => {
  const ending = await startSite({ data: mkdtempSync(join(tmpdir(), 'ending-')) });
  const server = createServer();
  const port = await startListening(server);
  await ending.admin.put('/api/settings/backup_passphrase', { value: 'twelve storks in a moor' });
  const target = `sftp://mill@127.0.0.1:${port}/x#SHA256:${'a'.repeat(43)}`;
  await ending.admin.post('/api/backups/targets', { target, secret: { password: 'its secret' } });
  const { data: made } = await ending.admin.post('/api/backups');
  const maker = ending.app.host.getInstance(BackupMaker);
  await maker.whenIdle();
  maker.shelf.write({ ...maker.shelf.find(made.backupid)!, bytes: 1024 ** 3 + 1 });
  ending.app.host.getInstance(Copies).start();
  expect((await ending.admin.post(`/api/backups/${made.backupid}/verify`)).status).toBe(202);
  await ending.stop();
  await ending.app.host.getInstance(Copies).whenIdle();
  const isOver = () => !ending.app.host.getInstance(Backups).isBeingVerified(made.backupid);
  await eventually(isOver, 'the verification ends');
  expect(maker.shelf.find(made.backupid)).toMatchObject({ verified: true, error: null });
  expect(ending.log.filter(({ level }) => level === 'error')).toEqual([]);
  server.close();
  rmSync(ending.data, { recursive: true });
}, 60_000);
