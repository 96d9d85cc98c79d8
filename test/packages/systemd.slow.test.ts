import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { basename, join } from 'node:path';
import { version } from '../../src/kit/version.ts';
import { hasPrograms } from '../clients/project.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { prepareExecutable } from '../support/executable.ts';
import { HANG_MS } from '../support/hang.ts';
import { makePackages } from './make-packages.ts';
import { mayMakeSystem, TestSystem } from './system.ts';

setDefaultTimeout(3 * HANG_MS);

const isRun = mayMakeSystem() && hasPrograms('dpkg', 'rpm', 'unshare', 'nsenter');
const scratch = createScratchDirectory('systemd');
const packages = join(scratch, 'packages');
const UNIT = 'millwright.service';
const LINK = `/etc/systemd/system/multi-user.target.wants/${UNIT}`;
const DATABASE = '/var/lib/millwright/millwright.db';
const AGENT = '/opt/millwright-agent/millwright';
let deb = { appliance: '', agent: '' };
let rpm = { appliance: '', agent: '' };
let system: TestSystem;
let systems = 0;

/** Returns the paths of two packages within a test system. */
const within = ([appliance, agent]: [string, string]) => ({
  appliance: `/mnt/${basename(appliance)}`,
  agent: `/mnt/${basename(agent)}`,
});

beforeAll(() => {
  if (!isRun) return;
  prepareExecutable();
  deb = within(makePackages(packages, 'deb'));
  rpm = within(makePackages(packages, 'rpm'));
});
afterEach(() => system?.stop());
afterAll(() => system?.stop());

/** Starts a system like Debian, or one like those with RPM, which have no deb-systemd-helper. */
async function startSystem(kind: 'deb' | 'rpm'): Promise<void> {
  systems++;
  system = await TestSystem.start(join(scratch, `system-${systems}`), packages);
  system.shell('printf "MILLWRIGHT_HOST=127.0.0.1\nMILLWRIGHT_PORT=0\n" >/run/stand-in/environment');
  if (kind === 'rpm') system.shell('rm -f /usr/bin/deb-systemd-helper /usr/bin/deb-systemd-invoke');
}

const exists = (path: string): boolean => system.run('test', '-e', path).code === 0;

/**
 * Expects that an installation prints the address, the setup link and the fingerprint, and that the service
 * responds.
 */
async function expectRunning(output: string): Promise<void> {
  const [, url = ''] = /^Millwright listening on (https:\S+)$/m.exec(output) ?? [];
  expect(output).toMatch(/^Set it up at https:\S+\/setup\?code=\S+$/m);
  expect(output).toMatch(/^[0-9a-f]{64}$/m);
  const answer = await fetch(`${url}/api/dashboard/health`, { tls: { rejectUnauthorized: false } });
  expect((await answer.json()).data).toMatchObject({ healthy: true, version });
  expect(system.must('millwright', 'health', '--port', new URL(url).port)).toContain('is healthy.');
  expect(system.must('stat', '-c', '%U', DATABASE).trim()).toBe('millwright');
  expect(exists(LINK)).toBe(true);
}

test.if(isRun)(
  'dpkg starts, restarts and stops the service, and removes its links when it is purged',
  async () => {
    await startSystem('deb');
    await expectRunning(system.must('dpkg', '-i', deb.appliance));
    expect(system.calls()).toContain(`--quiet --system restart ${UNIT}`);

    // An upgrade restarts the same service over the same data.
    const made = system.must('stat', '-c', '%W', DATABASE);
    await expectRunning(system.must('dpkg', '-i', deb.appliance));
    expect(system.calls()).toContain(`--quiet --system restart ${UNIT}`);
    expect(system.must('stat', '-c', '%W', DATABASE)).toBe(made);

    // A service that an admin disabled stays disabled.
    system.must('systemctl', 'disable', '--now', UNIT);
    expect(system.must('dpkg', '-i', deb.appliance)).toContain('Millwright does not run');
    expect([exists(LINK), system.run('systemctl', 'is-active', UNIT).code]).toEqual([false, 3]);

    system.must('systemctl', 'start', UNIT);
    expect(system.must('dpkg', '--remove', 'millwright')).toContain('the data stay in /var/lib/millwright.');
    expect([system.run('systemctl', 'is-active', UNIT).code, exists(DATABASE)]).toEqual([3, true]);
    expect(system.must('readlink', `/etc/systemd/system/${UNIT}`)).toBe('/dev/null\n');

    expect(system.must('dpkg', '--purge', 'millwright')).toContain('the data are deleted without one.');
    expect([exists(DATABASE), system.run('test', '-L', `/etc/systemd/system/${UNIT}`).code]).toEqual([
      false,
      1,
    ]);
  },
);

test.if(isRun)(
  'rpm enables, restarts and stops the service, and keeps the data when it is erased',
  async () => {
    await startSystem('rpm');
    await expectRunning(system.must('rpm', '-i', '--nodeps', rpm.appliance));
    expect(system.calls()).toEqual(expect.arrayContaining([`enable ${UNIT}`, `restart ${UNIT}`]));

    // RPM runs the script of the new version with 2, and those of the old version with 1.
    await expectRunning(system.must('rpm', '-U', '--force', '--nodeps', rpm.appliance));
    const calls = system.calls();
    expect(calls).toContain(`restart ${UNIT}`);
    expect(calls.filter((call) => /^(enable|disable|stop) /.test(call))).toEqual([]);

    expect(system.must('rpm', '-e', 'millwright')).toContain('the data stay in /var/lib/millwright.');
    expect(system.calls()).toContain(`disable --now ${UNIT}`);
    expect([exists(DATABASE), exists(LINK), exists('/usr/bin/millwright')]).toEqual([true, false, false]);
  },
);

test.if(isRun)(
  'the installation names an existing drop-in when the container refuses namespaces',
  async () => {
    await startSystem('deb');
    system.shell('echo 226 >/run/stand-in/refused');
    const output = system.must('dpkg', '-i', deb.appliance);
    expect(output).toContain('status=226/NAMESPACE');
    system.shell('rm /run/stand-in/refused');
    const [commands = ''] = /^ {2}install -D [\s\S]* restart millwright$/m.exec(output) ?? [];
    system.shell(commands);
    expect(system.must('cat', `/etc/systemd/system/${UNIT}.d/no-namespaces.conf`)).toContain('PrivateTmp=no');
  },
);

test.if(isRun)('both agent packages start the agent only on an enrolled PC', async () => {
  for (const [kind, install, erase, path] of [
    ['deb', 'dpkg -i', 'dpkg --purge', deb.agent],
    ['rpm', 'rpm -i --nodeps', 'rpm -e', rpm.agent],
  ] as const) {
    await startSystem(kind);
    expect(system.shell(`${install} ${path}`)).toContain(`${AGENT} agent install --server`);
    expect(system.must(AGENT, 'version')).toBe(`millwright ${version}\n`);
    expect(system.calls().filter((call) => /restart/.test(call))).toEqual([]);
    system.shell(`${erase} millwright-agent`);
    expect(exists(AGENT)).toBe(false);

    system.shell('mkdir -p /var/lib/millwright-agent && echo {} >/var/lib/millwright-agent/agent.json');
    system.shell(`${install} ${path}`);
    expect(system.calls().join('\n')).toContain('restart millwright-agent.service');
    system.shell(`${erase} millwright-agent`);
    expect(exists(AGENT)).toBe(false);
    await system.stop();
  }
});
