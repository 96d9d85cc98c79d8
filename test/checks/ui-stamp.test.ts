import { expect, test } from 'bun:test';
import { listUiModules } from '../../build/ui-stamp.ts';

test('the stamp of the UI covers modules that the UI shares with the server, and no imported type', () => {
  const modules = listUiModules();
  expect(modules).toContain('src/web-main.tsx');
  expect(modules).toContain('src/kit/scanned-code.ts');
  expect(modules).toContain('plugins/endpoints/actions.ts');
  expect(modules).toContain('docs/images/dashboard.webp');
  expect(modules).not.toContain('src/kit/resource/descriptor.ts');
});
