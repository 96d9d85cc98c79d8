import slides from '../../migrations/slides/0001_slides.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_slides', sql: slides }];
