import employees from '../../migrations/employees/0001_employees.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_employees', sql: employees }];
