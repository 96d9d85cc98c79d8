import { expect, test } from 'bun:test';
import { type ImageParts, packImageParts } from '../../build/image/image.ts';
import { readImage } from '../../build/image/read.ts';
import { findDigestFaults, listEntriesOfLayers } from './image-checks.ts';

const CREATED = new Date('2026-11-28T12:00:00Z');
const parts: ImageParts = {
  libraries: [
    { name: 'lib64/ld-linux-x86-64.so.2', mode: 0o755, content: 'loader' },
    { name: 'lib/x86_64-linux-gnu/libc.so.6', mode: 0o755, content: 'library' },
  ],
  program: [{ name: 'usr/bin/millwright', mode: 0o755, content: 'program' }],
  packages: [{ name: 'libc6', version: '2.36-9' }],
  processor: 'amd64',
  version: '1.2.3',
};

test('an image has matching digests and sizes, one layer of libraries and one of the program', async () => {
  const archive = await packImageParts(parts, CREATED);
  expect(findDigestFaults(await readImage(archive))).toEqual([]);
  const [libraries, program] = await listEntriesOfLayers(archive);
  expect(libraries).toEqual([
    '700 10001 data/',
    '755 0 etc/',
    '644 0 etc/group',
    '644 0 etc/nsswitch.conf',
    '777 0 etc/os-release',
    '644 0 etc/passwd',
    '755 0 lib/',
    '755 0 lib/x86_64-linux-gnu/',
    '755 0 lib/x86_64-linux-gnu/libc.so.6',
    '755 0 lib64/',
    '755 0 lib64/ld-linux-x86-64.so.2',
    '1777 0 tmp/',
  ]);
  expect(program).toEqual(['755 0 usr/', '755 0 usr/bin/', '755 0 usr/bin/millwright']);
});

test('an image has the same bytes when it is built again or its files are in another order', async () => {
  const first = await packImageParts(parts, CREATED);
  const second = await packImageParts({ ...parts, libraries: parts.libraries.toReversed() }, CREATED);
  expect(Buffer.compare(first, second)).toBe(0);
  const program = [{ ...parts.program[0]!, content: 'another' }];
  const other = await readImage(await packImageParts({ ...parts, program }, CREATED));
  const { manifest } = await readImage(first);
  expect(other.manifest.layers[0]!.digest).toBe(manifest.layers[0]!.digest);
  expect(other.manifest.layers[1]!.digest).not.toBe(manifest.layers[1]!.digest);
});

test('the settings of an image run the service without root, with one volume and a health check', async () => {
  const { config } = await readImage(await packImageParts(parts, CREATED));
  expect(config).toMatchObject({ architecture: 'amd64', os: 'linux', created: '2026-11-28T12:00:00.000Z' });
  expect(config.config).toMatchObject({
    User: '10001',
    Volumes: { '/data': {} },
    ExposedPorts: { '8443/tcp': {} },
    Entrypoint: ['/usr/bin/millwright'],
    Cmd: ['serve', '--data', '/data'],
    StopSignal: 'SIGTERM',
    Healthcheck: { Test: ['CMD', '/usr/bin/millwright', 'health'] },
    Labels: {
      'org.opencontainers.image.version': '1.2.3',
      'millwright.debian-packages': 'libc6=2.36-9',
    },
  });
});

test('an image has the names that podman load and docker load read', async () => {
  const { files, index, manifest } = await readImage(await packImageParts(parts, CREATED));
  expect(index.manifests[0]).toMatchObject({
    annotations: {
      'io.containerd.image.name': 'localhost/millwright:1.2.3',
      'org.opencontainers.image.ref.name': '1.2.3',
    },
  });
  const path = ({ digest }: { digest: string }) => digest.replace('sha256:', 'blobs/sha256/');
  expect(JSON.parse(Buffer.from(files.get('manifest.json')!).toString())).toEqual([
    {
      Config: path(manifest.config),
      RepoTags: ['localhost/millwright:1.2.3'],
      Layers: manifest.layers.map(path),
    },
  ]);
  expect(Buffer.from(files.get('oci-layout')!).toString()).toBe('{"imageLayoutVersion":"1.0.0"}');
});
