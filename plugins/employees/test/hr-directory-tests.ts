import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { HR_PASSWORD, type HrTestServer } from './hr-servers.ts';
import { startRelay, type TestRelay } from './relay.ts';

const ROWS = 100_000;
/** Milliseconds, longer than the pause of the circuit breaker. */
const PAUSE_MS = 11_000;
/**
 * Seconds that the view takes. This exceeds every timeout, so the statement ends only when it is cancelled.
 */
const SLOW_SECONDS = 600;

const SETUP = {
  postgres: [
    `CREATE TABLE people (sso varchar(20) PRIMARY KEY, first_name text, last_name text, team text, role text, picture text)`,
    `INSERT INTO people SELECT (200000 + n)::text, 'First' || n, 'Last' || n, 'Team ' || n % 40, NULL, NULL FROM generate_series(1, ${ROWS}) n`,
    `CREATE ROLE reader LOGIN PASSWORD '${HR_PASSWORD}'`,
    `CREATE TABLE written (n int)`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO reader`,
    `CREATE FUNCTION writing() RETURNS text LANGUAGE plpgsql VOLATILE AS 'BEGIN INSERT INTO written VALUES (1); RETURN ''1''; END'`,
    `CREATE VIEW trap AS SELECT writing() AS sso, 'A'::text AS first_name, 'B'::text AS last_name, ''::text AS team, ''::text AS role, ''::text AS picture`,
    `CREATE VIEW slow AS SELECT p.* FROM people p, pg_sleep(${SLOW_SECONDS}) s`,
    `GRANT ALL ON trap, slow TO reader`,
  ],
  mysql: [
    `CREATE TABLE people (sso varchar(20) PRIMARY KEY, first_name text, last_name text, team text, role text, picture text)`,
    `INSERT INTO people SELECT 200000 + seq, CONCAT('First', seq), CONCAT('Last', seq), CONCAT('Team ', seq % 40), NULL, NULL FROM seq_1_to_${ROWS}`,
    `CREATE USER reader@'127.0.0.1' IDENTIFIED BY '${HR_PASSWORD}'`,
    `CREATE USER reader@localhost IDENTIFIED BY '${HR_PASSWORD}'`,
    `CREATE TABLE written (n int)`,
    `GRANT ALL ON hr.* TO reader@'127.0.0.1'`,
    `GRANT ALL ON hr.* TO reader@localhost`,
    `CREATE FUNCTION writing() RETURNS varchar(20) MODIFIES SQL DATA BEGIN INSERT INTO written VALUES (1); RETURN '1'; END`,
    `CREATE VIEW trap AS SELECT writing() AS sso, 'A' AS first_name, 'B' AS last_name, '' AS team, '' AS role, '' AS picture`,
    `CREATE VIEW slow AS SELECT * FROM people WHERE sleep(0.01) = 0`,
  ],
} as const;
const PEOPLE = `INSERT INTO people VALUES ('501234', 'Zoë', 'O''Brien', 'Milling', 'Lead', 'https://pictures.example/z.png'), ('004711', 'Ann_%', 'Back\\\\slash', NULL, NULL, NULL), ('501235', '李', '雷', 'Paint', NULL, NULL)`;

const SETTINGS = {
  hr_table: 'people',
  hr_column_sso: 'sso',
  hr_column_firstname: 'first_name',
  hr_column_lastname: 'last_name',
  hr_column_team: 'team',
  hr_column_role: 'role',
  hr_column_picture: 'picture',
};

/** Defines the tests that both kinds of HR database must pass, each on a real server. */
export function testHrDirectory(newServer: () => Promise<HrTestServer>): void {
  setDefaultTimeout(120_000);
  let server: HrTestServer;
  let relay: TestRelay;
  let site: Site;
  const put = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });
  const address = (password = HR_PASSWORD) =>
    `${server.kind}://reader:${encodeURIComponent(password)}@127.0.0.1:${relay.port}/hr`;
  const get = (path: string) => site.admin.get(`/api/employees/${path}`);
  const tryIt = async () => (await site.admin.post('/api/employees/connection-test', {})).data;
  const wait = () => site.clock.advance(PAUSE_MS);

  beforeAll(async () => {
    server = await newServer();
    for (const sql of SETUP[server.kind]) await server.admin(sql);
    await server.admin(server.kind === 'postgres' ? PEOPLE.replace('\\\\', '\\') : PEOPLE);
    relay = await startRelay(() => server.port);
    site = await startSite();
    await put('employee_directory_mode', 'external');
  });
  beforeEach(async () => {
    await put('hr_database_url', address());
    for (const [key, value] of Object.entries(SETTINGS)) await put(key, value);
    await eventually(async () => {
      wait();
      return (await tryIt()).works;
    }, 'the HR database answers');
  });
  afterAll(async () => {
    await site?.stop();
    relay?.stop();
    await server?.remove();
  });

  test('the lookup reads people from the HR database in both spellings', async () => {
    expect(await tryIt()).toMatchObject({ works: true });
    const { data } = await get('lookup/501234');
    expect(data).toEqual({
      sso: '501234',
      SSO: '501234',
      firstname: 'Zoë',
      First_Name: 'Zoë',
      lastname: "O'Brien",
      Last_Name: "O'Brien",
      team: 'Milling',
      Team: 'Milling',
      role: 'Lead',
      Role: 'Lead',
      picture: 'https://pictures.example/z.png',
      Picture: 'https://pictures.example/z.png',
      photourl: 'https://pictures.example/z.png',
      stale: false,
    });
    const reply = await get('lookup?sso=501235,1,501234');
    expect(reply.data).toMatchObject({ names: "李 雷, Zoë O'Brien", stale: false });
    expect((await get('lookup/1')).status).toBe(404);
    expect((await get('lookup/99999999999999999999')).status).toBe(404);
  });

  test('the search matches each word in any letter case and returns at most 10 or 50 results', async () => {
    expect((await get("search?q=o'brien+ZO")).data.map(({ sso }: { sso: string }) => sso)).toEqual([
      '501234',
    ]);
    expect((await get('search?q=first')).data).toHaveLength(10);
    expect((await get('search?q=first&limit=500')).data).toHaveLength(50);
    expect((await get(`search?q=${encodeURIComponent('李')}`)).status).toBe(400);
    expect((await get(`search?q=${encodeURIComponent('李 雷')}`)).data).toHaveLength(1);
  });

  test('the search passes special characters to the database as text', async () => {
    const search = async (q: string) =>
      (await get(`search?q=${encodeURIComponent(q)}`)).data.map(({ sso, stale }: never) => [sso, stale]);
    expect(await search('n_%')).toEqual([['004711', false]]);
    expect(await search('k\\s')).toEqual([['004711', false]]);
    for (const q of [
      '%%',
      '__',
      "' OR '1'='1",
      "\\' OR 1=1 -- ",
      '"; DROP TABLE people; --',
      '$1 $2',
      '?? ??',
      '!!',
      '\u0000x',
      '😀😀',
    ])
      expect([q, await search(q)]).toEqual([q, []]);
    expect(await server.admin('SELECT count(*) FROM people')).toBe(String(ROWS + 3));
  });

  test('the directory returns stale data when the server is killed and fresh data when it is back', async () => {
    await get('lookup/501234');
    await get('search?q=brien');
    await server.kill();
    try {
      await askTheDead();
    } finally {
      await server.start();
    }
    wait();
    expect((await get('lookup/501234')).data.stale).toBe(false);
    expect((await site.admin.get('/api/employees/source')).data.trouble).toBe(null);
  });

  async function askTheDead() {
    const reply = await get('lookup/501234');
    expect([reply.status, reply.data]).toMatchObject([200, { firstname: 'Zoë', stale: true }]);
    const never = await get('lookup/777');
    expect([never.status, never.data]).toMatchObject([
      200,
      { sso: '777', firstname: null, team: null, stale: true },
    ]);
    expect((await get('search?q=brien')).data).toMatchObject([{ sso: '501234', stale: true }]);
    expect((await get('search?q=neverasked')).data).toEqual([]);
    expect((await get('lookup?sso=501234,777')).data).toMatchObject({ names: "Zoë O'Brien", stale: true });
    expect((await site.admin.get('/api/employees/source')).data).toMatchObject({
      mode: 'external',
      trouble: expect.any(String),
    });
  }

  test('the directory queries a hanging server once, and once more after a pause', async () => {
    expect((await get('lookup/501234')).data).toMatchObject({ stale: false });
    await server.freeze();
    try {
      await askTheHanging();
    } finally {
      await server.thaw();
    }
    wait();
    expect((await get('lookup/501234')).data.stale).toBe(false);
  });

  async function askTheHanging() {
    expect((await get('lookup/501234')).data.stale).toBe(true);
    const sentBefore = { ...relay.sent };
    expect((await get('lookup/501234')).data.stale).toBe(true);
    expect(relay.sent).toEqual(sentBefore);
    wait();
    const answers = await Promise.all([get('lookup/501234'), get('lookup/501235')]);
    expect(answers.map(({ data }) => data.stale)).toEqual([true, true]);
    expect(relay.sent.connections).toBe(sentBefore.connections + 1);
  }

  test('a query that exceeds the timeout is also canceled at the server', async () => {
    await put('hr_table', 'slow');
    expect((await get('search?q=first1')).data).toEqual([]);
    const left =
      server.kind === 'postgres'
        ? "SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'"
        : "SELECT count(*) FROM information_schema.processlist WHERE user = 'reader' AND command = 'Execute'";
    await eventually(async () => (await server.admin(left)) === '0', 'the question has ended at the server');
  });

  test('a lookup writes nothing when the database user may write', async () => {
    await put('hr_table', 'trap');
    expect((await get('lookup/1')).status).toBe(200);
    expect(await tryIt()).toEqual({
      works: false,
      message: 'The configured table writes data when it is read, which is not allowed.',
    });
    expect(await server.admin('SELECT count(*) FROM written')).toBe('0');
  });

  test('the HR test reports each error in one sentence, and nothing contains the password', async () => {
    const messages: Record<string, string> = {};
    const when = async (name: string, key: string, value: string, back: string) => {
      await put(key, value);
      const { works, message } = await tryIt();
      expect([name, works]).toEqual([name, false]);
      messages[name] = message;
      expect((await get('lookup/501234')).status).toBe(200);
      await put(key, back);
    };
    await when('password', 'hr_database_url', address('wrong-canary-pw'), address());
    await when('database', 'hr_database_url', address().replace(/hr$/, 'nodb'), address());
    await when('port', 'hr_database_url', address().replace(/:\d+\/hr$/, ':1/hr'), address());
    await when('table', 'hr_table', 'nobody', 'people');
    await when('column', 'hr_column_team', 'shoe_size', 'team');
    expect(messages).toEqual({
      password: 'The HR database rejected the user or the password.',
      database: expect.stringContaining('The database does not exist'),
      port: 'The database server refused the connection. Check the server and the port.',
      table: 'The table does not exist. Check its name and schema in the settings.',
      column: 'A configured column is not in the table. Check the column names in the settings.',
    });
    const exposedText = [
      (await site.admin.get('/api/settings')).text,
      (await site.admin.get('/api/auditlogs?per_page=100')).text,
      JSON.stringify(site.log),
      readFileSync(join(site.data, 'millwright.db'), 'latin1'),
    ].join();
    for (const secret of [HR_PASSWORD, encodeURIComponent(HR_PASSWORD), 'wrong-canary-pw'])
      expect([secret, exposedText.includes(secret)]).toEqual([secret, false]);
    expect(await tryIt()).toMatchObject({ works: true });
  });

  test('the lookup reads numeric columns, quoted names and a table without teams', async () => {
    const quote = server.kind === 'postgres' ? '"' : '`';
    const name = (text: string) => `${quote}${text}${quote}`;
    await server.admin(
      `CREATE TABLE ${name('HR People')} (${name('Emp No')} int, ${name('First')} char(20), ${name('Last')} char(20))`,
    );
    await server.admin(`INSERT INTO ${name('HR People')} VALUES (4712, 'Num', 'Ber')`);
    await server.admin(
      server.kind === 'postgres' ? `GRANT SELECT ON ${name('HR People')} TO reader` : 'SELECT 1',
    );
    const settings = {
      hr_table: 'HR People',
      hr_column_sso: 'Emp No',
      hr_column_firstname: 'First',
      hr_column_lastname: 'Last',
      hr_column_team: '',
      hr_column_role: '',
      hr_column_picture: '',
    };
    for (const [key, value] of Object.entries(settings)) await put(key, value);
    expect((await get('lookup/004712')).data).toMatchObject({
      sso: '4712',
      firstname: 'Num',
      lastname: 'Ber',
      team: null,
      stale: false,
    });
    expect((await get('lookup/99999999999999999999')).status).toBe(404);
    expect((await get('search?q=num+ber')).data).toHaveLength(1);
  });
}
