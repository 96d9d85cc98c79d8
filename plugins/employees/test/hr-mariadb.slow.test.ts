import { describe } from 'bun:test';
import { createMariadbServer, installedServers } from './hr-servers.ts';
import { testHrDirectory } from './hr-directory-tests.ts';

describe.skipIf(!installedServers.mariadb)('MariaDB (apt-get install mariadb-server)', () =>
  testHrDirectory(createMariadbServer),
);
