import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { distDir, projectRoot } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { listWorkerFiles } from './source-files.ts';
import { buildUi } from './ui.ts';
import { writeFile } from './ui-manifest.ts';

/** The folder of the bundle for Node.js. It can be copied to another machine. */
export const nodeDir = join(distDir, 'node');

/** Packages with native code, which cannot be bundled. */
export const nativePackages = ['better-sqlite3', '@node-rs/argon2'];

/** Packages that no bundle contains. The optional cpu-features of the SSH client is also native code. */
export const externalPackages = [...nativePackages, 'cpu-features'];

/** Bundles the appliance for Node.js into `dist/node`, next to the files of the UI. */
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
    // All files are in one folder, because a program looks for the UI and its workers next to itself.
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
  });
}

/** Returns the `package.json` for `npm install` on the target machine. */
function packageText(): string {
  const { name, version, dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const native = nativePackages.map((wanted) => [wanted, dependencies[wanted]]);
  const manifest = { name, version, private: true, type: 'module', engines: { node: '>=22' } };
  return `${JSON.stringify({ ...manifest, dependencies: Object.fromEntries(native) }, null, 2)}\n`;
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
