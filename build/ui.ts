import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_FILES, exampleNameOf } from '../src/web/pages/help/example-files.ts';
import { distDir, projectRoot } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { writeFile, writeUiManifest } from './ui-manifest.ts';
import { computeUiHash } from './ui-stamp.ts';

const uiDir = join(distDir, 'ui');
const swaggerFiles: Record<string, string> = {
  'swagger-ui-bundle.js': 'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css': 'swagger-ui.css',
  LICENSE: 'LICENSE.txt',
  NOTICE: 'NOTICE.txt',
};

/** Bundles the web UI into `dist/ui` with its manifest. Does nothing when its sources have not changed. */
export async function buildUi(): Promise<void> {
  const stamp = computeUiHash();
  const stampFile = join(uiDir, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const started = performance.now();
  const fresh = join(distDir, `ui-${process.pid}`);
  try {
    rmSync(fresh, { recursive: true, force: true });
    await bundle(join(fresh, 'files'));
    copySwagger(join(fresh, 'files/docs'));
    copyExamples(join(fresh, 'files/examples'));
    writeUiManifest(fresh);
    writeFile(join(fresh, 'stamp'), stamp);
    rmSync(uiDir, { recursive: true, force: true });
    renameSync(fresh, uiDir);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  printLine(`Built the web UI in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

async function bundle(outdir: string): Promise<void> {
  mkdirSync(outdir, { recursive: true });
  const result = await Bun.build({
    entrypoints: [join(projectRoot, 'src/index.html')],
    outdir,
    target: 'browser',
    splitting: true,
    minify: true,
    // Relative paths, so that only `<base href>` determines the location of the UI.
    publicPath: './',
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  linkLazyStyles(
    outdir,
    result.outputs.map((output) => output.path.slice(outdir.length + 1)),
  );
}

/**
 * Adds links to the styles of lazily loaded modules to the page, because Bun bundles these styles but does
 * not load them.
 */
function linkLazyStyles(outdir: string, names: string[]): void {
  const path = join(outdir, 'index.html');
  const html = readFileSync(path, 'utf8');
  const missing = names.filter((name) => name.endsWith('.css') && !html.includes(name));
  if (missing.length === 0) return;
  const links = missing.map((name) => `<link rel="stylesheet" href="./${name}">`).join('');
  writeFile(path, html.replace('</head>', `${links}</head>`));
}

function copySwagger(target: string): void {
  for (const [from, to] of Object.entries(swaggerFiles)) {
    writeFile(join(target, to), readFileSync(join(projectRoot, 'node_modules/swagger-ui-dist', from)));
  }
}

function copyExamples(target: string): void {
  for (const path of EXAMPLE_FILES)
    writeFile(join(target, exampleNameOf(path)), readFileSync(join(projectRoot, path)));
}

if (import.meta.main) {
  try {
    await buildUi();
  } catch (error) {
    printError('The web UI could not be built:');
    for (const cause of error instanceof AggregateError ? error.errors : [error])
      printError(Bun.inspect(cause));
    process.exit(1);
  }
}
