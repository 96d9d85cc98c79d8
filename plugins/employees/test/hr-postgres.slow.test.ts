import { describe } from 'bun:test';
import { createPostgresServer, installedServers } from './hr-servers.ts';
import { testHrDirectory } from './hr-story.ts';

describe.skipIf(!installedServers.postgres)('PostgreSQL (apt-get install postgresql)', () =>
  testHrDirectory(createPostgresServer),
);
