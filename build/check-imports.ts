import { findCycles, type ImportEdge, importsOf } from './import-graph.ts';
import { lineNumberOf, readSources, type SourceFile } from './source-files.ts';

/** Files that may import the lists of features and plugins. */
const SEE_THE_LISTS = new Set([
  'src/app.ts',
  'src/commands.ts',
  'src/main.ts',
  'src/web-main.tsx',
  'plugins/web.ts',
]);
const LISTS = /^(plugins\/(index|web|commands)\.ts|src\/features\/(index|core-chain)\.ts)$/;

/** Lists all breaches of the import rules, one line each. */
export function findImportBreaches(files = readSources('{src,plugins}/**/*.{ts,tsx}')): string[] {
  const imports = files.flatMap(importsOf);
  const product = imports.filter(({ from }) => !isTest(from));
  const standing = new Set(imports.filter(({ typeOnly }) => !typeOnly).map(({ from }) => from));
  return [
    ...imports.flatMap((entry) => {
      const reason = breach(entry, (path) => !standing.has(path));
      return reason ? [`${entry.from}:${entry.line} imports ${entry.specifier}: ${reason}`] : [];
    }),
    ...findCycles(product, (path) => path).map((circle) => `These files import each other: ${circle}`),
    ...findCycles(product, roomOf).map((circle) => `These rooms import each other: ${circle}`),
    ...files.flatMap(runtimeNames),
  ];
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/test\//.test(path);

/**
 * Returns the unit of a file for the check of cycles: its folder, or the file itself at the top level of
 * `src`, of the kit or of the features.
 */
const roomOf = (path: string): string | undefined =>
  path.match(/^(src\/(?:kit|features)\/[^/]+|plugins\/[^/]+\/|src\/[^/]+)/)?.[0];

/** Returns the rule that an import breaks. `isPlain` reports whether a file imports only types. */
function breach(entry: ImportEdge, isPlain: (path: string) => boolean): string | undefined {
  const { from, target } = entry;
  if (isTest(from)) return undefined;
  if (isWeb(from)) return webBreach(entry, isPlain);
  if (target === undefined) return undefined;
  if (LISTS.test(target) && !SEE_THE_LISTS.has(from)) return 'only the roof sees the lists.';
  if (isWeb(target)) return 'the UI is not for the server.';
  if (from.startsWith('src/runtime/'))
    return mustStayIn(target, 'src/runtime/', 'the runtime stands on nothing.');
  if (from.startsWith('src/kit/'))
    return mustStayIn(target, 'src/kit/', 'the kit knows no feature and no plugin.');
  if (from.startsWith('src/features/')) return featureBreach(from, target);
  if (from.startsWith('plugins/')) return pluginBreach(from, target);
  return target.startsWith('plugins/') && !LISTS.test(target) ? 'src knows no plugin.' : undefined;
}

const mustStayIn = (target: string, folder: string, reason: string) =>
  target.startsWith(folder) || target === 'package.json' ? undefined : reason;

/** Checks a feature. It may import the kit and the public modules of other features. */
function featureBreach(from: string, target: string): string | undefined {
  if (target.startsWith('src/kit/') || target.startsWith('migrations/core/')) return undefined;
  const [own, other] = [from, target].map((path) => path.match(/^src\/features\/([^/]+)\//)?.[1]);
  if (other === undefined) return 'a feature imports the kit and the faces of features.';
  if (own === other || own === undefined || isFace(target)) return undefined;
  return `the inside of ${other}; only its face is for others.`;
}

/** Matches the public modules of a feature or plugin: `index.ts` and `tables.ts`. */
const isFace = (path: string): boolean => /^(src\/features|plugins)\/[^/]+\/(index|tables)\.ts$/.test(path);

/** Checks a plugin. It may import the kit, and the public modules of features and plugins. */
function pluginBreach(from: string, target: string): string | undefined {
  if (target.startsWith('src/kit/') || isFace(target)) return undefined;
  const [own, other] = [from, target].map((path) => path.match(/^(?:plugins|migrations)\/([^/.]+)\//)?.[1]);
  if (other === undefined) return 'a plugin imports the kit and the faces of features.';
  if (own === undefined || own === other) return undefined;
  return `the inside of ${other}; only its face is for others.`;
}

/** Matches files that both the server and the UI may import. They import only each other and types. */
const SHARED_WITH_WEB =
  /^src\/(kit\/(clock|date-format|parse-date|sentence-form|resource\/(descriptor|filter-operators)|search\/query-language|scanned-code)|features\/(labels\/layout\/[a-z-]+|catalog\/relationship-label|imports\/sort-by-errors))\.ts$/;

function webBreach(
  { from, target, specifier, typeOnly }: ImportEdge,
  isPlain: (path: string) => boolean,
): string | undefined {
  if (typeOnly) return undefined;
  if (target === undefined)
    return /^(bun|bun:.*|node:.*|#.*)$/.test(specifier) ? 'it does not exist in a browser.' : undefined;
  if (isWeb(target) || SHARED_WITH_WEB.test(target) || target.startsWith('docs/')) return undefined;
  const own = from.match(/^plugins\/[^/]+\//)?.[0];
  // A plugin may share files between its server and its pages if they import only types, so no server code is
  // bundled.
  if (own && target.startsWith(own) && isPlain(target)) return undefined;
  return 'server code; the UI may import only types of it, and what its plugin has in files that import nothing.';
}

const isWeb = (path: string): boolean =>
  path.startsWith('src/web/') ||
  path === 'src/web-main.tsx' ||
  /^plugins\/(web(\.ts)?$|[^/]+\/web\/)/.test(path);

/** Lists names of a runtime outside of `src/runtime`. */
function runtimeNames({ path, text }: SourceFile): string[] {
  if (isTest(path) || path.startsWith('src/runtime/')) return [];
  return [...text.matchAll(/\bBun\.|['"]bun(:[a-z]+)?['"]/g)].map(
    (match) =>
      `${path}:${lineNumberOf(text, match.index)} says ${match[0]}: only src/runtime names a runtime.`,
  );
}
