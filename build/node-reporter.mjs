// A reporter of `node --test`: prints each test when it ends, and writes the results of each file as JSON to the path
// that MILLWRIGHT_NODE_REPORT names: {"path of the file": {"passed", "failures", "skipped", "seconds"}}.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';

export default async function* report(events) {
  const files = {};
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    const outcome = type === 'test:pass' || type === 'test:fail' ? outcomeOf(type, data) : undefined;
    if (outcome === undefined) continue;
    files[data.file] ??= { passed: 0, failures: [], skipped: 0, seconds: 0 };
    add(files[data.file], outcome, data);
    yield `(${outcome}) ${data.name} [${data.details.duration_ms.toFixed(2)}ms]\n`;
    if (outcome === 'failed') yield `${reasonOf(data)}\n`;
  }
  writeFileSync(process.env.MILLWRIGHT_NODE_REPORT, JSON.stringify(files));
}

function add(file, outcome, { name, details }) {
  file.seconds += details.duration_ms / 1000;
  if (outcome === 'failed') file.failures.push(name);
  else file[outcome] += 1;
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
