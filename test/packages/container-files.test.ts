import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildContainerSettings, imageName, USER_ID } from '../../build/image/settings.ts';
import { projectRoot } from '../../build/paths.ts';
import { version } from '../../src/kit/version.ts';

const read = (name: string): string => readFileSync(join(projectRoot, 'installer/container', name), 'utf8');

test('the compose file runs the image of this version with minimal rights', () => {
  const { services, volumes } = Bun.YAML.parse(read('compose.yaml')) as {
    services: Record<string, Record<string, unknown>>;
    volumes: object;
  };
  expect(Object.keys(volumes)).toEqual(['data']);
  expect(services.millwright).toMatchObject({
    image: imageName(version),
    read_only: true,
    tmpfs: ['/tmp:mode=1777'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: ['8443:8443'],
    volumes: ['data:/data'],
    restart: 'unless-stopped',
    healthcheck: { test: ['CMD', '/usr/bin/millwright', 'health'] },
  });
});

/** Returns the lines of a unit as `section.key=value`. */
function unitLines(text: string): string[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const [, heading] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (heading) section = heading;
    return heading || line === '' || line.startsWith('#') ? [] : [`${section}.${line}`];
  });
}

test('the Quadlet unit runs the image of this version with minimal rights', () => {
  const lines = unitLines(read('millwright.container'));
  expect(lines.filter((line) => !/^(Unit|Container|Service|Install)\.[A-Z]\w+=\S/.test(line))).toEqual([]);
  for (const line of [
    `Image=${imageName(version)}`,
    'ReadOnly=true',
    'Tmpfs=/tmp',
    'DropCapability=all',
    'NoNewPrivileges=true',
    'PublishPort=8443:8443',
    'Volume=millwright-data:/data',
    'HealthCmd=CMD /usr/bin/millwright health',
  ])
    expect(lines).toContain(`Container.${line}`);
  expect(lines).toContain('Service.Restart=always');
});

test('both files name the archive of this version and the user of the image', () => {
  expect(buildContainerSettings(version, new Date(0), [])).toMatchObject({ User: String(USER_ID) });
  for (const name of ['compose.yaml', 'millwright.container']) {
    expect(read(name)).toContain(`millwright_${version}_amd64.oci.tar`);
    expect(read(name)).toContain(`must belong to the user ${USER_ID}.`);
  }
});
