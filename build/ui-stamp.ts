import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './paths.ts';

/** Files that decide about the UI and that no module imports. */
const FURTHER_FILES = [
  'src/index.html',
  'src/web/**/*.css',
  'build/ui*.ts',
  'docs/*.md',
  'docs/images/*',
  'assets/monitoring/*',
  'installer/container/*',
  'package-lock.json',
  'tsconfig.json',
];

const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts' }),
  tsx: new Bun.Transpiler({ loader: 'tsx' }),
};

/**
 * Returns a hash over the files of the UI. `buildUi` builds the UI again when it differs from that of the last
 * build.
 */
export function computeUiHash(): string {
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version);
  const further = FURTHER_FILES.flatMap((pattern) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: projectRoot }),
  ]);
  for (const file of [...new Set([...listUiModules(), ...further])].sort()) {
    hasher.update(`\n${file.replaceAll('\\', '/')}\n`).update(readFileSync(join(projectRoot, file)));
  }
  return hasher.digest('hex');
}

/** Returns the project files that the UI imports, directly or not, without those imported for types only. */
export function listUiModules(): string[] {
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const extension = file.split('.').at(-1);
    if (extension !== 'ts' && extension !== 'tsx') return;
    const source = readFileSync(join(projectRoot, file), 'utf8');
    for (const { path } of transpilers[extension].scanImports(source))
      if (path.startsWith('.')) follow(join(dirname(file), path));
  };
  follow('src/web-main.tsx');
  return [...found];
}
