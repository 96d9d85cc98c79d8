import { describe } from 'bun:test';
import { isThere, createPostgresServer } from './hr-servers.ts';
import { tellStory } from './hr-story.ts';

describe.skipIf(!isThere.postgres)('PostgreSQL (apt-get install postgresql)', () => tellStory(createPostgresServer));
