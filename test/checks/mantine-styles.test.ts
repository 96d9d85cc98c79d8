import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES = 'node_modules/@mantine/core/styles';

/** Returns the UI kit components that the files below a folder import. */
function componentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('node_modules'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const named = /import \{([^}]*)\} from '@mantine\/core'/.exec(text)?.[1] ?? '';
      return named.split(',').map((word) => word.replace(/^\s*type\s/, '').trim());
    });
}

test('the style sheet contains the styles of each used component of the UI kit', () => {
  const used = [...new Set([...componentsIn('src/web'), ...componentsIn('plugins')])];
  expect(used.length).toBeGreaterThan(25);
  const sheet = readFileSync('src/web/mantine.css', 'utf8');
  const styled = used.filter((name) => name && existsSync(join(STYLES, `${name}.css`)));
  expect(styled.filter((name) => !sheet.includes(`styles/${name}.css"`))).toEqual([]);
});
