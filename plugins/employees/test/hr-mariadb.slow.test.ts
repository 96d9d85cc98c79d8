import { describe } from 'bun:test';
import { isThere, createMariadbServer } from './hr-servers.ts';
import { tellStory } from './hr-story.ts';

describe.skipIf(!isThere.mariadb)('MariaDB (apt-get install mariadb-server)', () => tellStory(createMariadbServer));
