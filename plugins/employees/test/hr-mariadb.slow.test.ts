import { describe } from 'bun:test';
import { isThere, newMariadb } from './hr-servers.ts';
import { tellStory } from './hr-story.ts';

describe.skipIf(!isThere.mariadb)('MariaDB (apt-get install mariadb-server)', () => tellStory(newMariadb));
