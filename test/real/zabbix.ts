/**
 * Drives the supplies of printers against a real Zabbix server: `bun test/real/zabbix.ts`, as root, on a
 * Debian with
 *
 *   apt-get install --no-install-recommends zabbix-server-pgsql zabbix-frontend-php zabbix-sender \
 *     php-pgsql postgresql
 *
 * All data is in a temporary folder that is deleted at the end: a cluster of PostgreSQL, the Zabbix server,
 * and its web pages behind PHP's own server. This is not part of `npm test`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSite } from '../support/site.ts';

const PORTS = { postgres: 7822, trapper: 7823, pages: 7824 };
const SCRIPTS = '/usr/share/zabbix-server-pgsql';
const folder = mkdtempSync(join(tmpdir(), 'real-zabbix-'));
const running: ChildProcess[] = [];
const say = (text: string) => process.stdout.write(`${text}\n`);

function binaries(): string {
  const root = '/usr/lib/postgresql';
  const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined;
  const needed = [`${root}/${version}/bin/initdb`, '/usr/sbin/zabbix_server', '/usr/share/zabbix', SCRIPTS];
  const missing = needed.find((path) => !existsSync(path));
  if (missing) throw new Error(`${missing} is not there: install the packages that this file names.`);
  return `${root}/${version}/bin`;
}

const asPostgres = (program: string, ...args: string[]) =>
  execFileSync('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: '/tmp', stdio: 'pipe' });

function start(program: string, args: string[], options: object = {}): ChildProcess {
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore', ...options });
  running.push(child);
  return child;
}

async function until(what: string, look: () => unknown, seconds = 60): Promise<void> {
  for (let tries = 0; tries < seconds * 5; tries++) {
    try {
      if (await look()) return;
    } catch {
      // The service is not ready yet.
    }
    await wait(200);
  }
  throw new Error(`${what} did not come.`);
}

async function startDatabase(bin: string): Promise<void> {
  const data = join(folder, 'pg');
  mkdirSync(data);
  execFileSync('chown', ['postgres:', folder, data]);
  asPostgres(`${bin}/initdb`, '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const { postgres: port } = PORTS;
  const own = ['-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'fsync=off'];
  start('runuser', ['-u', 'postgres', '--', `${bin}/postgres`, '-D', data, ...own]);
  const psql = (database: string, ...args: string[]) =>
    asPostgres(`${bin}/psql`, '-q', '-h', folder, '-p', String(port), '-d', database, ...args);
  await until('PostgreSQL', () => psql('postgres', '-c', 'SELECT 1'));
  psql(
    'postgres',
    '-c',
    "CREATE ROLE zabbix LOGIN PASSWORD 'zabbix'",
    '-c',
    'CREATE DATABASE zabbix OWNER zabbix',
  );
  for (const name of ['schema', 'images', 'data']) {
    const file = readdirSync(SCRIPTS).find((one) => one.startsWith(`${name}.sql`));
    const packed = readFileSync(join(SCRIPTS, file!));
    const sql = join(folder, `${name}.sql`);
    writeFileSync(sql, file!.endsWith('.gz') ? Bun.gunzipSync(packed) : packed, { mode: 0o644 });
    psql('zabbix', '-U', 'zabbix', '-f', sql);
  }
}

function startZabbix(): void {
  const config = {
    DBHost: '127.0.0.1',
    DBPort: PORTS.postgres,
    DBName: 'zabbix',
    DBUser: 'zabbix',
    DBPassword: 'zabbix',
    ListenIP: '127.0.0.1',
    ListenPort: PORTS.trapper,
    LogFile: join(folder, 'server.log'),
    PidFile: join(folder, 'server.pid'),
    SocketDir: folder,
    AllowRoot: 1,
    CacheUpdateFrequency: 1,
  };
  const lines = Object.entries(config).map(([key, value]) => `${key}=${value}`);
  writeFileSync(join(folder, 'server.conf'), `${lines.join('\n')}\n`);
  start('/usr/sbin/zabbix_server', ['-f', '-c', join(folder, 'server.conf')]);
  const pages = join(folder, 'pages');
  cpSync('/usr/share/zabbix', pages, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('zabbix.conf.php'),
  });
  writeFileSync(
    join(pages, 'conf', 'zabbix.conf.php'),
    `<?php $DB = ['TYPE'=>'POSTGRESQL','SERVER'=>'127.0.0.1','PORT'=>'${PORTS.postgres}','DATABASE'=>'zabbix','USER'=>'zabbix','PASSWORD'=>'zabbix','SCHEMA'=>'','ENCRYPTION'=>false,'KEY_FILE'=>'','CERT_FILE'=>'','CA_FILE'=>'','VERIFY_HOST'=>false,'CIPHER_LIST'=>'','VAULT_URL'=>'','VAULT_DB_PATH'=>'','VAULT_TOKEN'=>'','DOUBLE_IEEE754'=>true]; $ZBX_SERVER='127.0.0.1'; $ZBX_SERVER_PORT='${PORTS.trapper}'; $ZBX_SERVER_NAME=''; $IMAGE_FORMAT_DEFAULT=IMAGE_FORMAT_PNG;`,
  );
  // Debian's copy reads its configuration from /etc.
  const finder = join(pages, 'include', 'classes', 'core', 'CConfigFile.php');
  const found = readFileSync(finder, 'utf8');
  writeFileSync(
    finder,
    found.replace(/(CONFIG_FILE_PATH = )'[^']*'/, `$1'${join(pages, 'conf', 'zabbix.conf.php')}'`),
  );
  start('php', ['-d', 'memory_limit=256M', '-S', `127.0.0.1:${PORTS.pages}`, '-t', pages]);
}

const API = `http://127.0.0.1:${PORTS.pages}/api_jsonrpc.php`;

async function ask<T>(method: string, params: object, auth?: string): Promise<T> {
  const answer = await fetch(API, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method, params, id: 1, ...(auth && { auth }) }),
  });
  const { result, error } = (await answer.json()) as { result: T; error?: { data: string } };
  if (error) throw new Error(`${method}: ${error.data}`);
  return result;
}

const ITEMS: [name: string, key: string, units: string, value: string][] = [
  ['Black toner', 'supply.black', '%', '71'],
  ['Cyan toner', 'supply.cyan', '%', '12'],
  ['Drum unit', 'supply.drum', '%', '4.5'],
  ['Waste box', 'supply.waste', '%', '-3'],
  ['Fuser', 'supply.fuser', '%', '-2'],
  ['ICMP ping', 'icmpping', '', '1'],
  ['ICMP loss', 'icmppingloss', '%', '0'],
  ['Pages', 'pages', 'pages', '1802'],
];

/**
 * Creates a host with an interface and one with an unknown address, both with trapper items. Returns an API
 * token.
 */
async function fill(): Promise<string> {
  const session = await ask<string>('user.login', { user: 'Admin', password: 'zabbix' });
  const { groupids } = await ask<{ groupids: string[] }>('hostgroup.create', { name: 'Printers' }, session);
  for (const [host, ip] of [
    ['hall-1', '10.66.0.1'],
    ['prn-2', '10.66.0.200'],
  ]) {
    const { hostids } = await ask<{ hostids: string[] }>(
      'host.create',
      {
        host,
        groups: [{ groupid: groupids[0] }],
        interfaces: [{ type: 1, main: 1, useip: 1, ip, dns: '', port: '10050' }],
      },
      session,
    );
    for (const [name, key_, units] of ITEMS)
      await ask('item.create', { name, key_, units, hostid: hostids[0], type: 2, value_type: 0 }, session);
  }
  const { userids } = { userids: '1' };
  const { tokenids } = await ask<{ tokenids: string[] }>(
    'token.create',
    { name: 'millwright', userid: userids },
    session,
  );
  const [made] = await ask<{ token: string }[]>('token.generate', tokenids, session);
  return made!.token;
}

/** Sends values. The server accepts them only a few seconds after the items were created. */
async function sendValues(): Promise<void> {
  const lines = ITEMS.flatMap(([, key, , value]) => [`hall-1 ${key} ${value}`, `prn-2 ${key} ${value}`]);
  writeFileSync(join(folder, 'values'), `${lines.join('\n')}\n`);
  await until('A server that takes values', () => {
    const output = execFileSync('zabbix_sender', [
      '-z',
      '127.0.0.1',
      '-p',
      String(PORTS.trapper),
      '-i',
      join(folder, 'values'),
    ]);
    return output.includes('failed: 0');
  });
}

async function drive(token: string): Promise<void> {
  const site = await startSite();
  try {
    const create = async (path: string, body: object) => (await site.admin.post(path, body)).data;
    const { modelnumberid } = await create('/api/models', { modelnumber: 'C70' });
    await create(`/api/printers/models/${modelnumberid}/supplies`, { partnumber: 'TN-C', color: 'cyan' });
    const byAddress = await create('/api/printers', {
      assetnumber: 'P1',
      ipaddress: '10.66.0.1',
      modelnumberid,
    });
    const byName = await create('/api/printers', { assetnumber: 'P2', hostname: 'prn-2.plant.example' });
    await site.admin.put('/api/settings/zabbix_url', { value: `http://127.0.0.1:${PORTS.pages}` });
    await site.admin.put('/api/settings/zabbix_token', { value: token });
    for (const { printerid } of [byAddress, byName]) {
      const began = performance.now();
      const { data } = await site.anonymous.get(`/api/printers/${printerid}/supplies`);
      say(
        `\nprinter ${printerid} in ${Math.round(performance.now() - began)} ms: ping ${data.pingstatus}, ${data.source}, problem ${data.problem}`,
      );
      for (const one of data.supplies)
        say(
          `  ${one.name.padEnd(12)} ${String(one.level).padStart(5)}  ${one.state.padEnd(10)} ${one.supplytype} ${one.color} ${one.partnumber ?? ''}`,
        );
    }
    const { data: low } = await site.anonymous.get('/api/printers/lowsupplies');
    say(
      `\nlow in the plant: ${low.map((one: { assetnumber: string; supply: string; level: number }) => `${one.assetnumber} ${one.supply} ${one.level} %`).join(', ')}`,
    );
    await site.admin.put('/api/settings/zabbix_token', { value: `${token.slice(0, -1)}x` });
    const { data: refused } = await site.anonymous.get(`/api/printers/${byAddress.printerid}/supplies`);
    say(
      `with a wrong token: ${refused.supplies.length} supplies, ping ${refused.pingstatus}, "${refused.problem}"`,
    );
    expectAll(low.length === 4, refused.supplies.length === 0, refused.pingstatus === -1);
  } finally {
    await site.stop();
  }
}

function expectAll(...results: boolean[]): void {
  if (results.includes(false)) throw new Error(`Not as it should be: ${results.join(', ')}.`);
}

try {
  const bin = binaries();
  say('PostgreSQL and the tables of Zabbix ...');
  await startDatabase(bin);
  say('Zabbix ...');
  startZabbix();
  let version = '';
  await until('Zabbix', async () => {
    version = await ask<string>('apiinfo.version', []);
    return version;
  });
  say(`Zabbix ${version} answers. Hosts, items and values ...`);
  const token = await fill();
  await sendValues();
  await wait(2000);
  await drive(token);
  say('\nAll as it should be.');
} finally {
  for (const child of running.reverse()) {
    child.kill('SIGTERM');
    await Promise.race([new Promise((gone) => child.once('exit', gone)), wait(5000)]);
  }
  rmSync(folder, { recursive: true, force: true });
}
