import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

const inputs = [
  'src/index.html',
  'src/web-main.tsx',
  'src/web/**',
  'plugins/web.ts',
  'plugins/*/web/**',
  'src/kit/resource/descriptor.ts',
  'build/ui*.ts',
  'docs/*.md',
  'docs/images/*',
  'assets/monitoring/*',
  'installer/container/*',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Returns a hash over `inputs`. `buildUi` builds the UI again when it differs from that of the last build.
 */
export function computeUiHash(): string {
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version);
  const files = inputs.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: projectRoot })]);
  for (const file of files.sort()) {
    hasher.update(`\n${file.replaceAll('\\', '/')}\n`).update(readFileSync(join(projectRoot, file)));
  }
  return hasher.digest('hex');
}
