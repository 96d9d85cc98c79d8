import { expect, setDefaultTimeout, test } from 'bun:test';
import { statSync } from 'node:fs';
import recorded from './ratchets.json';
import { prepareExecutable } from './support/executable.ts';

setDefaultTimeout(120_000);

test('the executable is no larger than its recorded size', () => {
  const size = Math.ceil(statSync(prepareExecutable()).size / 1000);
  expect(size).toBeLessThanOrEqual(recorded.executablekilobytes);
});
