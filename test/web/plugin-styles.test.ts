import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';

/** Returns the classes that a style file gives a style of their own, not inside another element. */
const listClasses = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^\.(mw-[a-z0-9-]+)\s*[,{]/gm)].map(([, name]) => name!);

const listFiles = (pattern: string): string[] => [...new Glob(pattern).scanSync('.')];

test('no plugin styles a class of the product, because its styles stay after its page is left', () => {
  const own = new Set(listFiles('src/web/**/*.css').flatMap(listClasses));
  expect(own.size).toBeGreaterThan(100);
  const plugins = listFiles('plugins/*/web/**/*.css');
  expect(plugins.length).toBeGreaterThan(3);
  const shared = plugins.flatMap((path) =>
    listClasses(path).flatMap((name) => (own.has(name) ? [`${path} .${name}`] : [])),
  );
  expect(shared).toEqual([]);
});
