import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANUAL, proseOf, root } from './pages.ts';

/**
 * The manual writes labels of the UI in bold, with `>` between a menu group and its page:
 * `**Admin > Settings**`. Bold text that ends with a colon or a period introduces a list entry.
 */
const labels = [...MANUAL, 'README.md'].flatMap((page) =>
  [...proseOf(page).matchAll(/\*\*([^*]+)\*\*(:?)/g)]
    .filter(([, text, colon]) => colon === '' && !/[.:]$/.test(text!))
    .flatMap(([, text]) => text!.split(' > ').map((label) => ({ page, label }))),
);

const sources = [...new Bun.Glob('{src,plugins}/**/*.{ts,tsx}').scanSync(root)]
  .filter((path) => !/\.test\.|\/test\//.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** Labels of other programs, and those that are composed at run time. */
const NOT_OURS = new Set(['Settings', 'Apps', 'Millwright', 'New asset']);

test('each label that the manual names is a text of the product', () => {
  expect(labels.length).toBeGreaterThan(60);
  const unknown = labels.filter(({ label }) => {
    const text = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return !NOT_OURS.has(label) && !new RegExp(`['">\`]\\s*${text}\\s*['"<\`]`).test(sources);
  });
  expect(unknown).toEqual([]);
});
