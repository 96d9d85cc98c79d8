import { after, beforeEach as beforeEachOnNode, test as testOnNode } from 'node:test';
import { format, inspect } from 'node:util';
import { expect as jestExpect } from 'expect';

/**
 * Replaces `bun:test` when a test file is bundled for Node.js. The test runner is that of Node.js. The
 * expectations are those of Jest, which Bun's follow. Other exports of `bun:test` are missing, so a file that
 * uses one does not bundle.
 */
export { afterEach, describe } from 'node:test';

type Work = () => unknown;

const preparations: Work[] = [];
let prepared: Promise<void> | undefined;

/**
 * Collects the work until the first test. Node.js would run it immediately, before the rest of the file is
 * evaluated.
 */
export const beforeAll = (work: Work) => void preparations.push(work);

function prepare(): Promise<void> {
  prepared ??= (async () => {
    for (const work of preparations) await work();
  })();
  return prepared;
}

export const beforeEach = (work: Work) =>
  beforeEachOnNode(async () => {
    await prepare();
    await work();
  });

export const afterAll = (work: Work) => after(async () => void (await work()));

/** Does nothing. The command line sets one timeout for all files. */
export const setDefaultTimeout = (_milliseconds: number): void => undefined;

function run(name: string, work: Work): void {
  void testOnNode(name, async () => {
    await prepare();
    await work();
  });
}

export const test = Object.assign(run, {
  if: (condition: boolean) => (name: string, work: Work) =>
    condition ? run(name, work) : void testOnNode(name, { skip: true }),
  /** Runs the work for each case. A case that is an array is passed as the arguments. */
  each:
    // biome-ignore lint/suspicious/noExplicitAny: the types are those of bun:test, which the test files import
    (cases: readonly unknown[]) => (name: string, work: (...each: any[]) => unknown) => {
      for (const each of cases) {
        const args = Array.isArray(each) ? each : [each];
        run(format(name, ...args.slice(0, name.split('%s').length - 1)), () => work(...args));
      }
    },
});

/** Expectations of Bun that Jest does not have. */
jestExpect.extend({
  toStartWith: (text: string, start: string) => verdict(text, 'start with', start, text.startsWith(start)),
  toEndWith: (text: string, end: string) => verdict(text, 'end with', end, text.endsWith(end)),
});

const verdict = (text: string, relation: string, wanted: string, pass: boolean) => ({
  pass,
  message: () => `Expected ${inspect(text)}${pass ? ' not' : ''} to ${relation} ${inspect(wanted)}.`,
});

export const expect = jestExpect;
