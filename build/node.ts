import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { distDir, projectRoot } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { listWorkerFiles } from './source-files.ts';
import { buildUi } from './ui.ts';
import { writeFile } from './ui-manifest.ts';

/** The bundle for Node.js: a folder that can be carried to another machine. */
export const nodeDir = join(distDir, 'node');

/** Machine code, which no bundle can hold. */
export const nativePackages = ['better-sqlite3', '@node-rs/argon2'];

/** What no bundle contains; the SSH client does without cpu-features, which is machine code too. */
export const externalPackages = [...nativePackages, 'cpu-features'];

/** Bundles the appliance for Node.js into dist/node, the files of the UI beside it. */
export async function buildNode(): Promise<void> {
  await buildUi();
  const started = performance.now();
  const fresh = join(distDir, `node-${process.pid}`);
  try {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    await bundle(fresh);
    for (const folder of ['files', 'gzip'])
      cpSync(join(distDir, 'ui', folder), join(fresh, 'ui', folder), { recursive: true });
    writeFile(join(fresh, 'package.json'), packageText());
    rmSync(nodeDir, { recursive: true, force: true });
    renameSync(fresh, nodeDir);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  printLine(`Bundled the appliance for Node.js in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

async function bundle(outdir: string): Promise<void> {
  await Bun.build({
    entrypoints: ['src/main.ts', ...listWorkerFiles()].map((path) => join(projectRoot, path)),
    outdir,
    target: 'node',
    format: 'esm',
    splitting: true,
    external: externalPackages,
    // All in one folder: a program finds the UI and its workers beside itself.
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
  });
}

/** What `npm install` needs where the folder is carried to. */
function packageText(): string {
  const { name, version, dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const native = nativePackages.map((wanted) => [wanted, dependencies[wanted]]);
  const about = { name, version, private: true, type: 'module', engines: { node: '>=22' } };
  return `${JSON.stringify({ ...about, dependencies: Object.fromEntries(native) }, null, 2)}\n`;
}

if (import.meta.main) {
  try {
    await buildNode();
  } catch (error) {
    printError('The appliance could not be bundled for Node.js:');
    for (const cause of error instanceof AggregateError ? error.errors : [error])
      printError(Bun.inspect(cause));
    process.exit(1);
  }
}
