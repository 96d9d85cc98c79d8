import type { ContainerSettings } from './archive.ts';

/** User and group of the container. The number is far above those that systems assign to users. */
export const USER_ID = 10_001;
/** Label with the Debian packages of an image, as `name=version` with spaces between. */
export const PACKAGES_LABEL = 'millwright.debian-packages';

/** A Debian package of which an image contains files. */
export interface DebianPackage {
  name: string;
  version: string;
}

const SECOND = 1_000_000_000;

/** Without a registry in front, Podman and Docker would name it differently and look for it on the internet. */
export const imageName = (version: string): string => `localhost/millwright:${version}`;

/** The settings of the image. `Healthcheck` is an extension of Docker; Podman reads it from the unit or the command. */
export const buildContainerSettings = (
  version: string,
  created: Date,
  packages: readonly DebianPackage[],
): ContainerSettings => ({
  User: String(USER_ID),
  ExposedPorts: { '8443/tcp': {} },
  // The other commands, such as "millwright doctor", work on the same data.
  Env: ['PATH=/usr/bin', 'MILLWRIGHT_DATA=/data'],
  Entrypoint: ['/usr/bin/millwright'],
  Cmd: ['serve', '--data', '/data'],
  Volumes: { '/data': {} },
  WorkingDir: '/',
  StopSignal: 'SIGTERM',
  Labels: {
    'org.opencontainers.image.title': 'Millwright',
    'org.opencontainers.image.description': 'Asset register, fleet and floor of a plant',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.created': created.toISOString(),
    'org.opencontainers.image.licenses': 'LicenseRef-Proprietary',
    [PACKAGES_LABEL]: packages.map(({ name, version: packaged }) => `${name}=${packaged}`).join(' '),
  },
  Healthcheck: {
    Test: ['CMD', '/usr/bin/millwright', 'health'],
    Interval: 30 * SECOND,
    Timeout: 10 * SECOND,
    // A large database is migrated before the first answer.
    StartPeriod: 120 * SECOND,
    Retries: 3,
  },
});
