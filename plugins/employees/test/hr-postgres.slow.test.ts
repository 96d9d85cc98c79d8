import { describe } from 'bun:test';
import { testHrDirectory } from './hr-directory-tests.ts';
import { createPostgresServer, installedServers } from './hr-servers.ts';

describe.skipIf(!installedServers.postgres)('PostgreSQL (apt-get install postgresql)', () =>
  testHrDirectory(createPostgresServer),
);
