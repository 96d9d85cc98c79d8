import { expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedKeyOf } from '../agent/key.ts';
import { buildRightsScript, findWritablePartOnWindows } from '../agent/own-path.ts';
import { copyProgram, installedProgramPath } from '../agent/own-program.ts';
import { buildRemovalArguments, buildTaskArguments, writeUnit } from '../agent/service.ts';
import { canOthersChange } from '../agent/windows-rights.ts';

const root = join(import.meta.dir, '../../..');
const scratch = () => mkdtempSync(join(tmpdir(), 'agent-own-'));
const isRoot = process.getuid?.() === 0;

/** Creates a downloaded program that others may write. */
function writeProgram(folder: string, text = 'new'): string {
  const program = join(folder, 'millwright');
  writeFileSync(program, text, { mode: 0o777 });
  return program;
}

test('the installer copies the program into a closed folder, replaces an old copy and follows no link', () => {
  const folder = scratch();
  const from = writeProgram(folder);
  const to = join(folder, 'place', 'millwright');
  copyProgram(from, to);
  expect([readFileSync(to, 'utf8'), statSync(to).mode & 0o777]).toEqual(['new', 0o755]);
  const mine = join(folder, 'mine');
  writeFileSync(mine, 'mine');
  for (const name of ['millwright.next', 'millwright.previous'])
    symlinkSync(mine, join(folder, 'place', name));
  chmodSync(join(folder, 'place'), 0o777);
  writeFileSync(from, 'newer');
  copyProgram(from, to);
  expect([readFileSync(to, 'utf8'), readFileSync(mine, 'utf8')]).toEqual(['newer', 'mine']);
  expect(statSync(join(folder, 'place')).mode & 0o777).toBe(0o755);
  expect(readdirSync(join(folder, 'place'))).toEqual(['millwright']);
});

test('the installer replaces a link at the path of the program with a copy', () => {
  const folder = scratch();
  const from = writeProgram(folder);
  const to = join(folder, 'place', 'millwright');
  mkdirSync(join(folder, 'place'));
  symlinkSync(from, to);
  copyProgram(from, to);
  expect([lstatSync(to).isFile(), readFileSync(to, 'utf8')]).toEqual([true, 'new']);
  copyProgram(to, to);
  expect(readFileSync(to, 'utf8')).toBe('new');
});

test('the installer copies nothing into a folder that is a link', () => {
  const folder = scratch();
  mkdirSync(join(folder, 'mine'));
  symlinkSync(join(folder, 'mine'), join(folder, 'place'));
  const from = writeProgram(folder);
  expect(() => copyProgram(from, join(folder, 'place', 'millwright'))).toThrow(
    'does not belong to the agent',
  );
  expect(readdirSync(join(folder, 'mine'))).toEqual([]);
});

test('the agent is installed in Program Files and started by a SYSTEM task on Windows', () => {
  const program = installedProgramPath('win32', 'D:\\Program Files');
  expect(program).toBe('D:\\Program Files\\Millwright Agent\\millwright.exe');
  const args = buildTaskArguments(program);
  expect(args.slice(args.indexOf('/ru'), args.indexOf('/ru') + 2)).toEqual(['/ru', 'SYSTEM']);
  expect(args.slice(-2)).toEqual(['/tr', `"${program}" agent run`]);
  expect(installedProgramPath('linux')).toBe('/opt/millwright-agent/millwright');
  expect(buildRemovalArguments('D:\\Program Files\\Millwright Agent').at(-1)).toContain(
    'rmdir /s /q "D:\\Program Files\\Millwright Agent"',
  );
});

const CLOSED = 'O:SYG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const PROGRAM_FILES = `O:${TRUSTED_INSTALLER}G:${TRUSTED_INSTALLER}D:PAI(A;;FA;;;${TRUSTED_INSTALLER})(A;CIIO;GA;;;${TRUSTED_INSTALLER})(A;;0x1301bf;;;SY)(A;OICIIO;GA;;;SY)(A;;0x1301bf;;;BA)(A;OICIIO;GA;;;BA)(A;;0x1200a9;;;BU)(A;OICIIO;GXGR;;;BU)(A;OICIIO;GA;;;CO)`;
const DISK = `O:${TRUSTED_INSTALLER}G:${TRUSTED_INSTALLER}D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)(A;OICIIO;SDGXGWGR;;;AU)(A;;LC;;;AU)S:AI(AU;SA;FA;;;WD)`;

test.each([CLOSED, PROGRAM_FILES, DISK, 'O:BAD:(D;;FA;;;BU)(A;;FRFX;;;WD)'])(
  'the rights check finds no write access of others in %s',
  (sddl) => expect(canOthersChange(sddl)).toBe(false),
);

test.each([
  CLOSED.replace('O:SY', 'O:S-1-5-21-1-2-3-1001'),
  `${CLOSED}(A;OICI;FA;;;S-1-5-21-1-2-3-1001)`,
  `${CLOSED}(A;;0x1301bf;;;AU)`,
  `${CLOSED}(A;;DC;;;BU)`,
  `${CLOSED}(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;WD)`,
  `${CLOSED}(A;;SD;;;IU)`,
  `${CLOSED}(A;ID;FW;;;BU)`,
  `${CLOSED}(XA;;WD;;;BU;(WIN://x))`,
  `${CLOSED.replace('(A', '(XA;;FR;;;WD;((a==1) && (b==2)))(A')}(A;;FA;;;WD)`,
  'O:SYG:SYD:NO_ACCESS_CONTROL',
  'O:SYG:SY',
  '',
])('the rights check finds write access of others in %s', (sddl) => expect(canOthersChange(sddl)).toBe(true));

test('the rights check covers each part of a Windows path and names the first writable one', () => {
  const path = "D:\\Anna's tools\\millwright.exe";
  expect(buildRightsScript(path)).toContain(
    "@('D:\\Anna''s tools\\millwright.exe','D:\\Anna''s tools','D:\\')",
  );
  expect(findWritablePartOnWindows(path, [CLOSED, CLOSED, DISK])).toBeUndefined();
  const open = `${CLOSED}(A;OICI;FA;;;BU)`;
  expect(findWritablePartOnWindows(path, [CLOSED, open, DISK])).toBe("D:\\Anna's tools");
  expect(findWritablePartOnWindows(path, [CLOSED, CLOSED])).toBe('D:\\');
});

test('the agent reads the shared key from a file or the command line, but not from both', () => {
  const file = join(scratch(), 'key');
  writeFileSync(file, '  the-key-of-all-agents\r\n');
  expect(sharedKeyOf(new Map([['key-file', file]]))).toBe('the-key-of-all-agents');
  expect(sharedKeyOf(new Map([['key', 'on-the-line']]))).toBe('on-the-line');
  expect(sharedKeyOf(new Map())).toBeUndefined();
  const flags = new Map(Object.entries({ key: 'x', 'key-file': file }));
  expect(() => sharedKeyOf(flags)).toThrow('Use either --key');
  expect(() => sharedKeyOf(new Map([['key-file', `${file}.not`]]))).toThrow('cannot be read');
  writeFileSync(file, 'one\ntwo');
  expect(() => sharedKeyOf(new Map([['key-file', file]]))).toThrow('does not contain a key');
});

/** Runs the sources of an agent in a separate mount namespace, so that this PC does not change. */
function within(script: string, input = '') {
  const folder = scratch();
  const runtime = process.execPath;
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'systemctl'), '#!/bin/sh\necho "systemctl $*" >>/home/told\n', { mode: 0o755 });
  const mounts = ['/opt', '/etc/systemd', '/usr/lib/systemd/system', '/var/lib', '/home']
    .map((at) => `mkdir -p ${at} 2>/dev/null; mount -t tmpfs -o mode=755 tmpfs ${at}`)
    .join('\n');
  const body = `set -eu\n${mounts}\nmkdir -p /etc/systemd/system\n${script}`;
  const { stdout, stderr, exitCode } = Bun.spawnSync(['unshare', '-m', 'sh', '-c', body], {
    cwd: root,
    stdin: Buffer.from(input),
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, RUNTIME: runtime },
  });
  return { output: stdout.toString() + stderr.toString(), exitCode };
}

const ask = (code: string) => `"$RUNTIME" --no-env-file -e ${JSON.stringify(code)}`;

const stateJson = JSON.stringify({
  server: 'http://127.0.0.1:9',
  pins: [],
  nonce: 'n',
  credential: 'mw_epc_x',
});
/** Creates a copy of the runtime under the name of the program, which runs the sources, in the folder of a user. */
const FETCHED = `mkdir -p /home/user/Downloads /var/lib/millwright-agent
cp "$RUNTIME" /home/user/Downloads/millwright
chown -R 65534 /home/user
printf '%s' '${stateJson}' >/var/lib/millwright-agent/agent.json
agent() { "$1" --no-env-file src/main.ts agent "$2" 2>&1 || echo "exit $?"; }`;

test.skipIf(!isRoot)('the service runs the copy of the program, and uninstall removes it', () => {
  const { output, exitCode } = within(`${FETCHED}
agent /home/user/Downloads/millwright install
cat /etc/systemd/system/millwright-agent.service
stat -c '%n %U %a' /opt/millwright-agent /opt/millwright-agent/millwright
cat /home/told
agent /opt/millwright-agent/millwright uninstall
ls /opt /etc/systemd/system | grep millwright || echo nothing left`);
  expect([exitCode, output]).toEqual([0, expect.stringContaining('starts with this PC')]);
  for (const line of [
    'ExecStart="/opt/millwright-agent/millwright" agent run',
    '/opt/millwright-agent root 755',
    '/opt/millwright-agent/millwright root 755',
    'systemctl restart millwright-agent.service',
    'nothing left',
  ])
    expect(output).toContain(line);
});

test.skipIf(!isRoot)('uninstall deletes the credential when a user blocks the folder of the reports', () => {
  const { output } = within(`${FETCHED}
agent /home/user/Downloads/millwright install
mkdir -p /var/lib/millwright-agent-reports/busy
mount -t tmpfs tmpfs /var/lib/millwright-agent-reports/busy
agent /opt/millwright-agent/millwright uninstall
ls /opt /etc/systemd/system /var/lib | grep millwright`);
  expect(output).toContain(
    'Warning: the waiting reports in /var/lib/millwright-agent-reports could not be deleted (EBUSY',
  );
  expect(output.trim().split('\n').slice(-2)).toEqual([
    'The agent is removed from this PC. Revoke its credential on the appliance.',
    'millwright-agent-reports',
  ]);
});

test.skipIf(!isRoot)('uninstall deletes the credential and fails when the service cannot be stopped', () => {
  const { output } = within(`${FETCHED}
agent /home/user/Downloads/millwright install
printf '#!/bin/sh\\necho no such unit >&2\\nexit 1\\n' >"$(command -v systemctl)"
agent /opt/millwright-agent/millwright uninstall
ls /opt /etc/systemd/system /var/lib | grep millwright || echo nothing left`);
  expect(output).toContain('Warning: the service could not be stopped (');
  expect(output.trim().split('\n').slice(-3)).toEqual([
    'The agent is not removed completely. Revoke its credential on the appliance.',
    'exit 1',
    'nothing left',
  ]);
});

test.skipIf(!isRoot)(
  'root does not run an agent that a user can replace, and restores the previous build',
  () => {
    const { output } = within(`${FETCHED}
echo before >/home/user/Downloads/millwright.previous
agent /home/user/Downloads/millwright run
cat /home/user/Downloads/millwright
ls /home/user/Downloads`);
    expect(output).toContain(
      'The agent does not run as root or SYSTEM, because other users may write /home/user/Downloads/millwright. Run',
    );
    expect(output.trim().split('\n').slice(-3)).toEqual(['exit 1', 'before', 'millwright']);
  },
);

test.skipIf(!isRoot)(
  'the path check names the first part that others can write, also a sticky folder',
  () => {
    const { output } = within(
      `mkdir -p /opt/a/b && echo x > /opt/a/b/millwright
for change in 'chmod 0755 /opt' 'chmod 1777 /opt/a' 'chmod 0755 /opt/a' 'chmod 0775 /opt/a/b' 'chmod 0755 /opt/a/b' 'chown 65534 /opt/a' 'chown 0 /opt/a' 'chmod 0666 /opt/a/b/millwright'; do
$change; ${ask(`const { findWritablePart } = await import('./plugins/endpoints/agent/own-path.ts'); console.log(findWritablePart('/opt/a/b/millwright') ?? 'closed');`)}
done`,
    );
    expect(output.trim().split('\n')).toEqual([
      'closed',
      '/opt/a',
      'closed',
      '/opt/a/b',
      'closed',
      '/opt/a',
      'closed',
      '/opt/a/b/millwright',
    ]);
  },
);

test('the agent reads the shared key from standard input with --key -', () => {
  const state = scratch();
  const { exitCode } = Bun.spawnSync(
    [
      ...[process.execPath, '--no-env-file', 'src/main.ts', 'agent', 'enroll', '--state', state],
      ...['--server', 'http://127.0.0.1:9', '--pin', 'x', '--key', '-'],
    ],
    { cwd: root, stdin: Buffer.from('the-key-of-all-agents\n') },
  );
  expect(exitCode).toBe(1);
  expect(JSON.parse(readFileSync(join(state, 'agent.json'), 'utf8')).sharedkey).toBe('the-key-of-all-agents');
});

test('the agent refuses to install itself when it runs from source', () => {
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, '--no-env-file', 'src/main.ts', 'agent', 'install', '--server', 'http://127.0.0.1:9'],
    { cwd: root },
  );
  expect([exitCode, stderr.toString()]).toEqual([1, expect.stringContaining('runs from source')]);
  expect(existsSync('/opt/millwright-agent')).toBe(false);
});

test('the agent writes its unit only when no package installed one', () => {
  const folder = scratch();
  const [own, packaged] = [join(folder, 'own.service'), join(folder, 'packaged.service')];
  writeUnit('/opt/a/millwright', own, packaged);
  expect(readFileSync(own, 'utf8')).toContain('ExecStart="/opt/a/millwright" agent run\n');
  const other = join(folder, 'other.service');
  writeFileSync(packaged, 'brought');
  writeUnit('/opt/a/millwright', other, packaged);
  expect([existsSync(other), readFileSync(packaged, 'utf8')]).toEqual([false, 'brought']);
});
