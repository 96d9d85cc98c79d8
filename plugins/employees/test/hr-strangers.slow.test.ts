import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { createChooser } from '../../../test/support/random.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
const servers: Server[] = [];
const sockets = new Set<Socket>();
beforeAll(async () => {
  site = await startSite();
  await put('employee_directory_mode', 'external');
});
// Each test gets the same noise, independent of the test order.
beforeEach(() => {
  random = createChooser(7);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await site.stop();
});

const put = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });
const tryIt = async () => (await site.admin.post('/api/employees/connection-test', {})).data;

/** Starts a TCP server that is not a database. */
async function listening(greet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    greet(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

let random = createChooser(7);
const noise = (length: number) => Buffer.from(Array.from({ length }, () => random.below(256)));
/** Builds packets with arbitrary content for the protocols of MySQL and PostgreSQL. */
const mysqlPacket = (payload: Buffer) =>
  Buffer.concat([Buffer.from([payload.length & 255, payload.length >> 8, 0, 0]), payload]);
const pgMessage = (type: string, payload: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(payload.length + 4, 1);
  return Buffer.concat([head, payload]);
};

const GREETINGS: Record<string, () => Buffer | null> = {
  nothing: () => null,
  'a web page': () => Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
  noise: () => noise(500),
  'a packet of noise': () => mysqlPacket(noise(90)),
  'a greeting of noise': () => mysqlPacket(Buffer.concat([Buffer.from([10]), noise(80)])),
  'an error of noise': () => mysqlPacket(Buffer.concat([Buffer.from([255]), noise(20)])),
};
for (const type of ['R', 'E', 'S', 'Z', 'T', 'D', 'G', 'v', 'A', 'K'])
  GREETINGS[`a message ${type} of noise`] = () => pgMessage(type, noise(30));

test.each(Object.entries(GREETINGS))(
  'the HR test fails with a message and lookups are stale when the server sends %s',
  async (name, greeting) => {
    for (const kind of ['postgres', 'mysql']) {
      const port = await listening((socket) => {
        socket.once('data', () => {
          const more = greeting();
          if (more) socket.write(more);
          setTimeout(() => socket.destroy(), 50);
        });
        const first = greeting();
        if (first) socket.write(first);
        setTimeout(() => socket.destroy(), 150);
      });
      await put('hr_database_url', `${kind}://u:canary-pw@127.0.0.1:${port}/hr`);
      const tried = await tryIt();
      expect([name, kind, tried.works, tried.message.includes('canary-pw')]).toEqual([
        name,
        kind,
        false,
        false,
      ]);
      const { status, data } = await site.admin.get('/api/employees/lookup/4711');
      expect([name, kind, status, data]).toMatchObject([
        name,
        kind,
        200,
        { sso: '4711', firstname: null, stale: true },
      ]);
      expect((await site.admin.get('/api/employees/search?q=anybody')).data).toEqual([]);
    }
  },
);

test('the appliance connects to a silent HR server once for several lookups', async () => {
  let connections = 0;
  const port = await listening(() => void connections++);
  // Loads the database client first. On a slow machine this can take longer than the timeout of a query.
  await put('hr_database_url', 'mysql://u:p@127.0.0.1:1/hr');
  await tryIt();
  await put('hr_database_url', `mysql://u:p@127.0.0.1:${port}/hr`);
  const isOld = async () => (await site.admin.get('/api/employees/lookup/4711')).data.stale;
  expect(await isOld()).toBe(true);
  await eventually(() => connections > 0, 'the server is connected to');
  const first = connections;
  for (let n = 0; n < 4; n++) {
    expect(await isOld()).toBe(true);
    expect(connections).toBe(first);
  }
});

test('the address of the HR database is masked, and an invalid one is reported', async () => {
  for (const wrong of ['http://hr/db', 'hr.example', 'file:///etc/passwd', 'gopher://x/'])
    expect([wrong, (await site.admin.put('/api/settings/hr_database_url', { value: wrong })).status]).toEqual(
      [wrong, 400],
    );
  for (const wrong of ['postgres://', 'postgres://host', 'mysql:///db']) {
    await put('hr_database_url', wrong);
    const { works, message } = await tryIt();
    expect([wrong, works, message.includes('must start with postgres:// or mysql://')]).toEqual([
      wrong,
      false,
      true,
    ]);
    expect((await site.admin.get('/api/employees/source')).data.trouble).toBe(message);
  }
  await put('hr_database_url', 'postgres://reader:canary-pw@hr.plant.example/hr');
  for (const path of ['', '/hr_database_url'])
    expect((await site.admin.get(`/api/settings${path}`)).text).not.toContain('canary-pw');
});

test('the setting returns 400 when a table or column name is invalid', async () => {
  for (const wrong of ['people; DROP TABLE x', 'a.b.c', '"x"', '`x`', "x'", '', ' ', 'a'.repeat(64), '1a'])
    if (wrong.trim()) expect([wrong, (await put('hr_table', wrong)).status]).toEqual([wrong, 400]);
  expect((await put('hr_column_sso', 'a.b')).status).toBe(400);
  await withSetting(site, 'hr_table', 'employees', async () => {
    for (const right of ['hr.people', 'HR People', 'Mitarbeiter_öffentlich', 'dbo$x'])
      expect([right, (await put('hr_table', right)).status]).toEqual([right, 200]);
  });
});

test('a lookup returns empty stale data when no HR database is set', async () => {
  await put('hr_database_url', '');
  expect((await site.admin.get('/api/employees/lookup/4711')).data).toMatchObject({
    team: null,
    stale: true,
  });
  expect(await tryIt()).toEqual({
    works: false,
    message: 'No HR database is set. Enter its address in the settings.',
  });
});

test('the appliance does not connect to an HR database on itself without allowLoopback', async () => {
  const strict = await startSite({ config: { allowLoopback: false } });
  try {
    const set = (value: string) => strict.admin.put('/api/settings/hr_database_url', { value });
    expect((await set('postgres://u:p@127.0.0.1:5432/hr')).status).toBe(400);
    expect((await set('mysql://u:p@[::1]/hr')).status).toBe(400);
    // A host name is checked by the address that it resolves to.
    expect((await set('postgres://u:p@localhost.localdomain:5432/hr')).status).toBe(200);
    const { data } = await strict.admin.post('/api/employees/connection-test', {});
    expect(data.works).toBe(false);
  } finally {
    await strict.stop();
  }
});
