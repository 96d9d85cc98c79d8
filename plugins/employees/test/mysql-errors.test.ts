import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

test('the bundled MySQL error names match the driver and include those that the code uses', () => {
  const ours = require('../hr/mysql-errors.cjs') as Record<string, string | number>;
  const theirs = require('../../../node_modules/mysql2/lib/constants/errors.js') as typeof ours;
  for (const [key, value] of Object.entries(ours)) expect([key, theirs[key]]).toEqual([key, value]);
  const handledCodes = readFileSync(join(import.meta.dir, '../hr/hr-error.ts'), 'utf8').match(
    /\bER_[A-Z_]+/g,
  )!;
  expect(handledCodes.length).toBeGreaterThan(8);
  expect(handledCodes.filter((name) => theirs[name] !== undefined && ours[name] === undefined)).toEqual([]);
});
