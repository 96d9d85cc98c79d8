import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../build/paths.ts';
import { createScratchDirectory } from '../faults/process.ts';

const isRun = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

/**
 * System commands that are outside the scope of this test. Each is replaced by a program that does nothing.
 */
const QUIET = ['deb-systemd-helper', 'deb-systemd-invoke', 'systemctl', 'chown'];

/** A separate root for one script. It contains all paths that the script uses. */
class Root {
  readonly path = createScratchDirectory('scripts');

  constructor() {
    for (const name of QUIET) this.write(`/stubs/${name}`, '#!/bin/sh\nexit 0\n');
  }

  at = (path: string): string => join(this.path, path);

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text, { mode: 0o755 });
  }

  /** Runs a script of a package. Returns its output with the paths of the script. */
  run(script: string, args: readonly string[], env: Record<string, string> = {}): string {
    const text = readFileSync(join(projectRoot, 'installer/linux', script), 'utf8');
    this.write(
      '/script',
      text.replaceAll(/\/(?:var|opt|etc|usr|run)\/(?=[a-z])/g, (path) => this.at(path)),
    );
    const ended = Bun.spawnSync(['sh', this.at('/script'), ...args], {
      env: { ...env, PATH: `${this.at('/stubs')}:${process.env.PATH}` },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    if (ended.exitCode !== 0)
      throw new Error(`It ended with ${ended.exitCode}: ${ended.stderr}${ended.stdout}`);
    return ended.stdout.toString().replaceAll(this.path, '');
  }
}

const BACKUPS = '/var/lib/millwright/backups';
const KEPT = '/var/backups/millwright';

/** Purges data with these backups. Returns the first line of the output and the remaining files. */
function purge(files: Record<string, object | null>): [string | undefined, string[]] {
  const root = new Root();
  root.write('/var/lib/millwright/millwright.db', 'data');
  for (const [name, note] of Object.entries(files)) {
    root.write(`${BACKUPS}/${name}`, 'backup');
    if (note) root.write(`${BACKUPS}/${name}.json`, JSON.stringify(note, null, 2));
  }
  const [first] = root.run('appliance/postrm', ['purge']).split('\n');
  expect(existsSync(root.at('/var/lib/millwright'))).toBe(false);
  return [first, existsSync(root.at(KEPT)) ? readdirSync(root.at(KEPT)).sort() : []];
}

const backupNameOf = (day: number, end = '.tar.zst') => `millwright-2026-11-${day}T02-00-00.000Z${end}`;
const copyNameOf = (day: number, end = '.db') => `before-migration-2026-11-${day}T02-00-00-000Z${end}`;
const good = { kind: 'scheduled', state: 'done', verified: true };
const bad = { kind: 'manual', state: 'done', verified: false };

test.if(isRun)('a purge keeps the newest verified backup', () => {
  const files = {
    [backupNameOf(11)]: good,
    [backupNameOf(12)]: good,
    [backupNameOf(13)]: bad,
    [backupNameOf(14)]: null,
    [backupNameOf(15)]: { ...good, kind: 'uploaded' },
    [backupNameOf(17)]: { ...good, kind: 'upgrade' },
    [copyNameOf(16)]: null,
  };
  expect(purge(files)).toEqual([
    `Millwright: saved the backup ${KEPT}/${backupNameOf(12)} (the newest verified one).`,
    [backupNameOf(12), `${backupNameOf(12)}.json`],
  ]);
});

test.if(isRun)(
  'a purge without a verified backup keeps the newest complete one and reports it as unverified',
  () => {
    const never = (name: string) =>
      `Millwright: saved the backup ${KEPT}/${name} (the newest one; it was never verified).`;
    const half = { kind: 'manual', state: 'running', verified: null };
    expect(
      purge({
        [backupNameOf(12)]: bad,
        [backupNameOf(14)]: half,
        [copyNameOf(13)]: null,
        [copyNameOf(13, '.audit-head.json')]: null,
      }),
    ).toEqual([never(copyNameOf(13)), [copyNameOf(13, '.audit-head.json'), copyNameOf(13)]]);
    const sealed = backupNameOf(14, '.tar.zst.age');
    expect(purge({ [sealed]: null, [copyNameOf(13)]: null })).toEqual([never(sealed), [sealed]]);
    const none = `Millwright: there was no backup in ${BACKUPS}, so the data are deleted without one.`;
    expect(purge({})).toEqual([none, []]);
    expect(purge({ [backupNameOf(14)]: half })).toEqual([none, []]);
  },
);

test.if(isRun)('a purge keeps the data when the backup cannot be moved', () => {
  const root = new Root();
  root.write('/var/lib/millwright/millwright.db', 'data');
  root.write(`${BACKUPS}/${backupNameOf(12)}`, 'backup');
  root.write('/var/backups', 'no folder');
  expect(() => root.run('appliance/postrm', ['purge'])).toThrow('ended with 1');
  expect([
    existsSync(root.at('/var/lib/millwright/millwright.db')),
    existsSync(root.at(`${BACKUPS}/${backupNameOf(12)}`)),
  ]).toEqual([true, true]);
});

test.if(isRun)('a removal and an upgrade keep the data with .deb and .rpm arguments', () => {
  const root = new Root();
  root.write('/var/lib/millwright/millwright.db', 'data');
  for (const word of ['remove', '0'])
    expect(root.run('appliance/postrm', [word])).toContain('the data stay in /var/lib/millwright.');
  for (const word of ['upgrade', '1', 'abort-install', 'disappear'])
    expect(root.run('appliance/postrm', [word])).toBe('');
  expect(existsSync(root.at('/var/lib/millwright/millwright.db'))).toBe(true);
});

/** Returns a stand-in for systemctl whose service ended with a status before its program started. */
const fakeSystemctl = (status: number) => `#!/bin/sh
case "$*" in
  *ExecMainStatus*) echo ${status} ;;
  is-active*) exit 3 ;;
esac
`;

test.if(isRun)(
  'the installation names the drop-in when a container refuses the namespaces of the unit',
  () => {
    const root = new Root();
    mkdirSync(root.at('/run/systemd/system'), { recursive: true });
    for (const name of ['getent', 'install', 'journalctl', 'sleep'])
      root.write(`/stubs/${name}`, '#!/bin/sh\n');
    root.write('/stubs/systemctl', fakeSystemctl(226));
    const lines = root.run('appliance/postinst', ['configure', '']).trimEnd().split('\n');
    expect(lines[0]).toContain('status=226/NAMESPACE');
    expect(lines.slice(2).map((line) => line.trim())).toEqual([
      'install -D -m 0644 /usr/share/doc/millwright/examples/no-namespaces.conf \\',
      '/etc/systemd/system/millwright.service.d/no-namespaces.conf',
      'systemctl daemon-reload',
      'systemctl restart millwright',
    ]);
    root.write('/stubs/systemctl', fakeSystemctl(1));
    expect(root.run('appliance/postinst', ['configure', ''])).toBe(
      'Millwright does not run. See "journalctl -u millwright", and start it with "systemctl start millwright".\n',
    );
  },
);

const AGENT = '/opt/millwright-agent/millwright';
const saying = (version: string) => `#!/bin/sh\necho millwright ${version}\n`;

test.if(isRun && isRoot)(
  'the agent package replaces an older or broken program and never a newer or equal one',
  () => {
    for (const [here, brought, stays] of [
      ['0.3.0', '0.2.0', true],
      ['0.2.0', '0.2.0', true],
      ['0.10.0', '0.9.0', true],
      ['0.3.0', '0.3.0-rc1', true],
      ['0.2.0', '0.3.0', false],
      ['0.9.0', '0.10.0', false],
      ['0.3.0-rc1', '0.3.0', false],
    ] as const) {
      const root = new Root();
      root.write(AGENT, saying(here));
      root.write(`${AGENT}.previous`, saying('0.1.0'));
      root.write('/usr/lib/millwright-agent/millwright', saying(brought));
      root.run('agent/postinst', ['configure', '0.1.0']);
      const left = readdirSync(root.at('/opt/millwright-agent'));
      const runs = readFileSync(root.at(AGENT), 'utf8');
      expect([here, brought, runs, left.length]).toEqual([
        here,
        brought,
        saying(stays ? here : brought),
        stays ? 2 : 1,
      ]);
    }
    const root = new Root();
    root.write(AGENT, 'half of a program');
    root.write('/usr/lib/millwright-agent/millwright', saying('0.2.0'));
    root.run('agent/postinst', ['2']);
    expect(readFileSync(root.at(AGENT), 'utf8')).toBe(saying('0.2.0'));
  },
);

test.if(isRun)(
  'the wrapper runs commands of root as the service user with its settings unless --data is passed',
  () => {
    const root = new Root();
    const telling = '#!/bin/sh\necho "$(basename "$0") $* data=$MILLWRIGHT_DATA port=$MILLWRIGHT_PORT"\n';
    root.write('/usr/lib/millwright/millwright', telling);
    root.write('/stubs/setpriv', telling);
    root.write('/stubs/id', '#!/bin/sh\nprintf "$AS" | grep . || echo 0\n');
    const asService =
      'setpriv --reuid=millwright --regid=millwright --clear-groups -- /usr/lib/millwright/millwright';
    const runWrapper = (args: string[], env = {}) => root.run('appliance/millwright', args, env).trim();
    expect(runWrapper(['doctor'])).toBe(`${asService} doctor data=/var/lib/millwright port=`);
    root.write(
      '/etc/millwright/millwright.env',
      '#MILLWRIGHT_PORT=1\nMILLWRIGHT_PORT="44 3"\nPATH=/nowhere\nMILLWRIGHT_DATA=/srv/a',
    );
    expect(runWrapper(['reset-password', 'a b'])).toBe(
      `${asService} reset-password a b data=/srv/a port=44 3`,
    );
    expect(runWrapper(['serve'], { AS: '1000' })).toBe('millwright serve data=/srv/a port=44 3');
    expect(runWrapper(['doctor', '--data', 'x'])).toBe('millwright doctor --data x data= port=');
    for (const command of ['backup', 'restore', 'support'])
      expect(runWrapper([command, '/root/file'])).toBe(
        `millwright ${command} /root/file data=/srv/a port=44 3`,
      );
    expect(runWrapper(['agent', 'status'])).toBe('millwright agent status data= port=');
  },
);
