// A reporter of `node --test`: prints each test when it ends, and writes the results as JSON to the path that
// MILLWRIGHT_NODE_REPORT names: {"passed": 1, "failures": ["title"], "skipped": 0, "seconds": 0.2}.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';

export default async function* report(events) {
  const results = { passed: 0, failures: [], skipped: 0, seconds: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    const outcome = type === 'test:pass' || type === 'test:fail' ? outcomeOf(type, data) : undefined;
    if (outcome === undefined) continue;
    results.seconds += data.details.duration_ms / 1000;
    if (outcome === 'failed') results.failures.push(data.name);
    else results[outcome] += 1;
    yield `(${outcome}) ${data.name} [${data.details.duration_ms.toFixed(2)}ms]\n`;
    if (outcome === 'failed') yield `${reasonOf(data)}\n`;
  }
  writeFileSync(process.env.MILLWRIGHT_NODE_REPORT, JSON.stringify(results));
}

/** Returns the outcome of an event. Undefined for a group of tests, whose tests are reported individually. */
function outcomeOf(type, data) {
  if (data.details.error?.failureType === 'subtestsFailed') return undefined;
  if (type === 'test:fail') return 'failed';
  // A file is reported as a test only when it contains none.
  if (resolve(data.name) === data.file) return 'failed';
  if (data.details.type === 'suite') return undefined;
  return data.skip === undefined ? 'passed' : 'skipped';
}

function reasonOf({ details: { error } }) {
  if (!error) return 'There is no test in this file.';
  return error.cause?.stack ?? inspect(error.cause ?? error);
}
