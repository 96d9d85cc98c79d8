import type { ContainerSettings } from './archive.ts';

/** User and group ID of the container. The number is far above those that systems assign to users. */
export const USER_ID = 10_001;
/** Label with the Debian packages of an image, as `name=version` separated by spaces. */
export const PACKAGES_LABEL = 'millwright.debian-packages';

/** A Debian package with files in the image. */
export interface DebianPackage {
  name: string;
  version: string;
}

const SECOND = 1_000_000_000;

/**
 * Returns the name of the image. Without a registry prefix, Podman and Docker would use different names and
 * search the internet.
 */
export const imageName = (version: string): string => `localhost/millwright:${version}`;

/**
 * Returns the settings of the image. `Healthcheck` is an extension of Docker; Podman reads it from the unit
 * or the command.
 */
export const buildContainerSettings = (
  version: string,
  created: Date,
  packages: readonly DebianPackage[],
): ContainerSettings => ({
  User: String(USER_ID),
  ExposedPorts: { '8443/tcp': {} },
  // The environment also directs other commands, such as "millwright doctor", to the data.
  Env: ['PATH=/usr/bin', 'MILLWRIGHT_DATA=/data'],
  Entrypoint: ['/usr/bin/millwright'],
  Cmd: ['serve', '--data', '/data'],
  Volumes: { '/data': {} },
  WorkingDir: '/',
  StopSignal: 'SIGTERM',
  Labels: {
    'org.opencontainers.image.title': 'Millwright',
    'org.opencontainers.image.description': 'Asset management for a plant',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.created': created.toISOString(),
    'org.opencontainers.image.licenses': 'LicenseRef-Proprietary',
    [PACKAGES_LABEL]: packages.map(({ name, version: packaged }) => `${name}=${packaged}`).join(' '),
  },
  Healthcheck: {
    Test: ['CMD', '/usr/bin/millwright', 'health'],
    Interval: 30 * SECOND,
    Timeout: 10 * SECOND,
    // A large database is migrated before the first response.
    StartPeriod: 120 * SECOND,
    Retries: 3,
  },
});
