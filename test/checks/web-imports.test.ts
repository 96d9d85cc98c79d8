import { expect, test } from 'bun:test';
import { findImportBreaches } from '../../build/check-imports.ts';

const PAGE = 'plugins/tools/web/page.tsx';
const breachesOf = (imported: string, path = 'plugins/tools/words.ts', text = 'export const words = 1;\n') =>
  findImportBreaches([
    { path: PAGE, text: `import { words } from '${imported}';\n` },
    { path, text },
  ]);

test('a page may import values from a file of its plugin that imports only types', () => {
  expect(breachesOf('../words.ts')).toEqual([]);
  const typed = "import type { Row } from './tables.ts';\nexport const words = 1;\n";
  expect(breachesOf('../words.ts', 'plugins/tools/words.ts', typed)).toEqual([]);
});

test('a page may not import values from server code, other plugins, the kit or features', () => {
  const onServer = "import { db } from './db.ts';\nexport const words = db;\n";
  const refused = /server code; the UI may import only types of it/;
  expect(breachesOf('../words.ts', 'plugins/tools/words.ts', onServer)).toEqual([
    expect.stringMatching(refused),
  ]);
  for (const [imported, path] of [
    ['../../doors/words.ts', 'plugins/doors/words.ts'],
    ['../../../src/kit/words.ts', 'src/kit/words.ts'],
    ['../../../src/features/words.ts', 'src/features/words.ts'],
  ] as const)
    expect([imported, breachesOf(imported, path)]).toEqual([imported, [expect.stringMatching(refused)]]);
});
