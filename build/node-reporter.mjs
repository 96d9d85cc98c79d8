// A reporter of `node --test`: tells each test as it ends, and the counts in the last line.
import { resolve } from 'node:path';
import { inspect } from 'node:util';

export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    const outcome = type === 'test:pass' || type === 'test:fail' ? outcomeOf(type, data) : undefined;
    if (outcome === undefined) continue;
    counts[outcome] += 1;
    yield `(${outcome}) ${data.name} [${data.details.duration_ms.toFixed(2)}ms]\n`;
    if (outcome === 'failed') yield `${reasonOf(data)}\n`;
  }
  const { passed, failed, skipped } = counts;
  yield `${passed} passed, ${failed} failed, ${skipped} skipped under Node.js\n`;
}

/** Undefined for a group of tests, which is told by what is in it. */
function outcomeOf(type, data) {
  if (data.details.error?.failureType === 'subtestsFailed') return undefined;
  if (type === 'test:fail') return 'failed';
  // A file stands for itself only when there is no test in it.
  if (resolve(data.name) === data.file) return 'failed';
  if (data.details.type === 'suite') return undefined;
  return data.skip === undefined ? 'passed' : 'skipped';
}

function reasonOf({ details: { error } }) {
  if (!error) return 'There is no test in this file.';
  return error.cause?.stack ?? inspect(error.cause ?? error);
}
