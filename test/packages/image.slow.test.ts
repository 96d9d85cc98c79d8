import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readImage } from '../../build/image/read.ts';
import { imageName, USER_ID } from '../../build/image/settings.ts';
import { version } from '../../src/kit/version.ts';
import { hasPrograms } from '../clients/project.ts';
import { createFirstAdmin, createScratchDirectory, post, readJsonResponse } from '../faults/process.ts';
import { prepareExecutable } from '../support/executable.ts';
import { HANG_MS } from '../support/hang.ts';
import { Container } from './container.ts';
import { findDigestFaults, listEntriesOfLayers } from './image-checks.ts';
import { makeArtifacts, processor, runOrFail } from './make-packages.ts';

setDefaultTimeout(3 * HANG_MS);

const isRun = process.platform === 'linux' && hasPrograms('apt-get', 'dpkg-deb');
const isRoot = process.getuid?.() === 0;
const folder = createScratchDirectory('image');
const archive = join(folder, `millwright_${version}_${processor}.oci.tar`);

beforeAll(() => {
  if (!isRun) return;
  prepareExecutable();
  makeArtifacts(folder, 'image');
});

test.if(isRun)(
  'the image contains the executable and its libraries with licenses, and nothing writable for others',
  async () => {
    const content = readFileSync(archive);
    expect(findDigestFaults(await readImage(content))).toEqual([]);
    const [libraries = [], program = []] = await listEntriesOfLayers(content);
    expect(program).toEqual([
      '755 0 usr/',
      '755 0 usr/bin/',
      '755 0 usr/bin/millwright',
      '644 0 usr/bin/upgrade-command',
      '755 0 usr/share/',
      '755 0 usr/share/doc/',
      '755 0 usr/share/doc/millwright/',
      '644 0 usr/share/doc/millwright/copyright',
      '644 0 usr/share/doc/millwright/third-party.gz',
    ]);
    for (const name of ['libc6', 'libgcc-s1', 'base-files']) {
      expect(libraries).toContain(`644 0 usr/share/doc/${name}/copyright`);
      expect(libraries).toContain(`644 0 var/lib/dpkg/status.d/${name}`);
    }
    expect(
      libraries.filter((line) => /^\d*[2367]\d? /.test(line) && !line.endsWith(' etc/os-release')),
    ).toEqual(['1777 0 tmp/']);
  },
);

test.if(isRun)('the sums and the bill of materials cover the image and the Debian packages in it', () => {
  expect(runOrFail('sh', '-c', `cd ${folder} && sha256sum --check SHA256SUMS`)).toContain(
    `millwright_${version}_${processor}.oci.tar: OK`,
  );
  const bill = JSON.parse(readFileSync(join(folder, `millwright_${version}.cdx.json`), 'utf8'));
  const image = bill.components.find(({ type }: { type: string }) => type === 'container');
  expect(image).toMatchObject({
    name: `millwright_${version}_${processor}.oci.tar`,
    hashes: [{ alg: 'SHA-256', content: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    components: [
      { name: 'libc6', purl: expect.stringMatching(/^pkg:deb\/debian\/libc6@\S+\?arch=/) },
      { name: 'libgcc-s1' },
      { name: 'base-files' },
    ],
  });
});

test.if(isRun && isRoot)(
  'the container serves with a read-only root, keeps its data and exits with 0 on SIGTERM',
  async () => {
    const container = await Container.unpack(join(folder, 'container'), archive);
    const { volume } = container;
    expect([statSync(volume).uid, statSync(volume).mode & 0o777]).toEqual([USER_ID, 0o700]);
    expect(container.run(['version'])).toEqual({ code: 0, stdout: `millwright ${version}\n`, stderr: '' });
    expect(container.run(['health'])).toMatchObject({ code: 1, stdout: '' });

    const loopback = ['--host', '127.0.0.1', '--port', '0'];
    const first = await container.start(...loopback);
    const headers = await createFirstAdmin(first.url);
    expect((await post(first.url, '/api/vendors', headers, { vendor: 'Kept' })).status).toBe(201);
    const { port } = new URL(first.url);
    const health = container.run(['health', '--port', port]);
    expect(health).toEqual({ code: 0, stdout: `Millwright ${version} is healthy.\n`, stderr: '' });
    expect(statSync(join(volume, 'millwright.db')).uid).toBe(USER_ID);
    expect([await first.stop(), await first.stderr()]).toEqual([0, '']);
    expect(container.run(['health', '--port', port])).toMatchObject({ code: 1 });
    expect(container.run(['doctor'])).toMatchObject({ code: 0, stderr: '' });

    const second = await container.start(...loopback);
    const vendors = await fetch(`${second.url}/api/vendors?search=Kept`, {
      tls: { rejectUnauthorized: false },
    });
    const { data } = await readJsonResponse(vendors);
    expect(await second.stop()).toBe(0);
    expect(data).toMatchObject([{ vendor: 'Kept' }]);
    expect(existsSync(join(volume, 'millwright.db-wal'))).toBe(false);
  },
);

test.if(isRun && isRoot)(
  'the container has the time zones and the root certificates that Millwright needs',
  async () => {
    const container = await Container.unpack(join(folder, 'environment'), archive);
    const script = `console.log(
    new Date(0).getHours(), require('node:tls').rootCertificates.length > 100, process.getuid())`;
    const { stdout } = container.run(['-e', script], { BUN_BE_BUN: '1', TZ: 'Europe/Berlin' });
    expect(stdout).toBe(`1 true ${USER_ID}\n`);
  },
);

test.if(isRun && hasPrograms('skopeo'))(
  'skopeo reads the archive in OCI and Docker format with the same layers',
  async () => {
    const { manifest, config } = await readImage(readFileSync(archive));
    const inspect = (source: string, ...flags: string[]) =>
      JSON.parse(runOrFail('skopeo', '--insecure-policy', 'inspect', ...flags, source));
    expect(inspect(`oci-archive:${archive}`)).toMatchObject({
      Architecture: processor,
      Os: 'linux',
      Layers: manifest.layers.map(({ digest }) => digest),
    });
    for (const source of [`oci-archive:${archive}:${version}`, `docker-archive:${archive}`]) {
      const copy = join(folder, `copy-of-${source.split(':')[0]}.tar`);
      runOrFail(
        'skopeo',
        '--insecure-policy',
        'copy',
        source,
        `docker-archive:${copy}:${imageName(version)}`,
      );
      expect(inspect(`docker-archive:${copy}`, '--config').rootfs.diff_ids).toEqual(config.rootfs.diff_ids);
    }
    expect(inspect(`docker-archive:${archive}`, '--config', '--raw').config.Healthcheck.Test).toEqual([
      'CMD',
      '/usr/bin/millwright',
      'health',
    ]);
  },
);
