import { describe } from 'bun:test';
import { installedServers, createMariadbServer } from './hr-servers.ts';
import { tellStory } from './hr-story.ts';

describe.skipIf(!installedServers.mariadb)('MariaDB (apt-get install mariadb-server)', () => tellStory(createMariadbServer));
