import { describe } from 'bun:test';
import { testHrDirectory } from './hr-directory-tests.ts';
import { createMariadbServer, installedServers } from './hr-servers.ts';

describe.skipIf(!installedServers.mariadb)('MariaDB (apt-get install mariadb-server)', () =>
  testHrDirectory(createMariadbServer),
);
