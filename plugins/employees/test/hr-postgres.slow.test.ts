import { describe } from 'bun:test';
import { createPostgresServer, installedServers } from './hr-servers.ts';
import { testHrDirectory } from './hr-directory-tests.ts';

describe.skipIf(!installedServers.postgres)('PostgreSQL (apt-get install postgresql)', () =>
  testHrDirectory(createPostgresServer),
);
