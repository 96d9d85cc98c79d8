import { expect, test } from 'bun:test';
import { findNodeBreaches, findServerCodeBreaches } from '../../build/check-house.ts';

const met = (text: string, path = 'plugins/vehicles/service.ts') =>
  findServerCodeBreaches([{ path, text }]).map((line) => line.split(' ')[0]);

test('the server code reads no system clock and stores no state at module level', () => {
  expect(findServerCodeBreaches()).toEqual([]);
});

test.each([
  ['const today = new Date().toISOString().slice(0, 10);'],
  ['  const at = Date.now();'],
  ['  renameSync(fresh, file);'],
  ['const known = new Map();'],
  ['export const known: Map<string, number> = new Map();'],
  ['const seen = new WeakSet<object>();'],
  ['let counter = 0;'],
  ['export let counter: number;'],
])('the check reports %s with its line', (line) => {
  expect(met(`// first\n${line}\n`)).toEqual(['plugins/vehicles/service.ts:2']);
});

test.each([
  ['const day = new Date(given);'],
  ['  let counter = 0;'],
  ['  const known = new Map<string, number>();'],
  ['const NONE: ReadonlySet<string> = new Set();'],
  ['const NAMES = new Set(["a", "b"]);'],
])('the check accepts %s', (line) => {
  expect(met(`${line}\n`)).toEqual([]);
});

test('the check ignores tests, pages and the clock', () => {
  const text = 'const at = Date.now();\nlet counter = 0;\n';
  expect(met(text, 'plugins/vehicles/test/story.ts')).toEqual([]);
  expect(met(text, 'plugins/vehicles/web/page.ts')).toEqual([]);
  expect(met('export const now = () => new Date();\n', 'src/kit/clock.ts')).toEqual([]);
});

test('files that run under Node.js use no API of Bun', () => {
  expect(findNodeBreaches()).toEqual([]);
  const text = 'await Bun.sleep(200);\nconst bun = Bunting.of(1);\n';
  const breaches = findNodeBreaches([{ path: 'test/threats/floods.test.ts', text }]).map(
    (line) => line.split(' ')[0],
  );
  expect(breaches).toEqual(['test/threats/floods.test.ts:1']);
});
