import { executable } from '../test/support/executable.ts';
import { nodeBundle } from '../test/support/node-bundle.ts';
import { type Outcome, runChecks, sumOf } from './check.ts';
import { findChromium } from './chromium.ts';
import { findNode } from './find-node.mjs';
import { projectRoot } from './paths.ts';
import { complain, say } from './say.ts';
import { runBunTests } from './test-bun.ts';
import { choose, type TestFile } from './test-files.ts';
import { runNodeTests } from './test-node.ts';
import { buildUi } from './ui.ts';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const none: Outcome = { passed: 0, failed: 0 };

/**
 * The UI, the checks, then the tests; `all` adds the slow ones and a part of them once more under Node.js. Other words
 * choose test files by a part of their path and leave out the checks; `node` is all that concerns Node.js.
 */
async function main(words: string[]): Promise<Outcome> {
  const choice = choose(words);
  const node = findNode(projectRoot);
  const outcomes = [
    await guarded('the web UI', buildUi),
    choice.checks ? await runChecks() : none,
    await runFiles(choice.files, node !== undefined),
    node && choice.underNode ? await runUnderNode(node) : none,
  ];
  if (choice.left.length > 0)
    say(
      `Left for "npm test -- all": ${choice.left.length} slow test files, and the tests again under Node.js.`,
    );
  return sumOf(outcomes);
}

async function guarded(what: string, work: () => unknown): Promise<Outcome> {
  try {
    await work();
    return { passed: 0, failed: 0 };
  } catch (error) {
    complain(`FAIL  ${what} could not be built:`);
    for (const cause of error instanceof AggregateError ? error.errors : [error])
      complain(Bun.inspect(cause));
    return { passed: 0, failed: 1 };
  }
}

async function runFiles(chosen: TestFile[], withNode: boolean): Promise<Outcome> {
  if (chosen.length === 0) {
    complain('FAIL  there are no test files to run.');
    return { passed: 0, failed: 1 };
  }
  const withBrowser = findChromium() !== undefined;
  const files = chosen.filter(
    ({ needsBrowser, needsNode }) => (withBrowser || !needsBrowser) && (withNode || !needsNode),
  );
  if (!withBrowser && chosen.some(({ needsBrowser }) => needsBrowser))
    say('Chromium not found: browser tests not run');
  if (!withNode && chosen.some(({ needsNode }) => needsNode))
    say('Node.js 22 or later not found: its tests not run');
  return sumOf([
    files.some((file) => file.needsExecutable) ? await guarded('the executable', executable) : none,
    files.some((file) => file.needsNodeBundle) ? await guarded('the bundle for Node.js', nodeBundle) : none,
    await runBunTests(files),
    // On the machine that decides, a test that did not run is not a test that passed.
    { passed: 0, failed: inCi ? chosen.length - files.length : 0 },
  ]);
}

async function runUnderNode(node: string): Promise<Outcome> {
  const { skipped, ...outcome } = await runNodeTests(node);
  return { ...outcome, failed: outcome.failed + (inCi ? skipped : 0) };
}

const { passed, failed, failures = [] } = await main(process.argv.slice(2));
for (const failure of failures) complain(`FAIL  ${failure}`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
