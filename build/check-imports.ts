import { posix } from 'node:path';
import { lineAt, readSources, type SourceFile } from './source-files.ts';

interface Import {
  /** From the project's root; undefined for a package. */
  target: string | undefined;
  specifier: string;
  typeOnly: boolean;
  line: number;
}

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?([^'"`;]*?)\s*from\s*['"]([^'"]+)['"]/gm;
const sideEffect = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** Every breach of the import rules, one line each. */
export function importBreaches(files = readSources('src/**/*.{ts,tsx}', 'plugins/**/*.{ts,tsx}')): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((entry) => {
      const reason = breach(file.path, entry);
      return reason ? [`${file.path}:${entry.line} imports ${entry.specifier}: ${reason}`] : [];
    }),
  );
}

function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (index: number, specifier = '', typeOnly = false) => {
    const relative = specifier.startsWith('.');
    const target = relative ? posix.join(posix.dirname(file.path), specifier) : undefined;
    found.push({ target, specifier, typeOnly, line: lineAt(file.text, index) });
  };
  for (const match of file.text.matchAll(statement)) {
    add(match.index, match[3], match[1] !== undefined || namesOnlyTypes(match[2] ?? ''));
  }
  for (const match of file.text.matchAll(sideEffect)) add(match.index, match[1]);
  for (const match of file.text.matchAll(dynamic)) add(match.index, match[1]);
  return found;
}

function namesOnlyTypes(clause: string): boolean {
  const names = clause.match(/^\{([\s\S]*)\}$/)?.[1];
  if (names === undefined) return false;
  const parts = names.split(',').map((part) => part.trim());
  return parts.every((part) => part === '' || part.startsWith('type '));
}

function breach(from: string, entry: Import): string | undefined {
  if (isWeb(from)) {
    const reason = webBreach(entry);
    if (reason) return reason;
  }
  if (entry.target === undefined) return undefined;
  if (from.startsWith('src/')) return coreBreach(from, entry.target);
  return pluginBreach(from, entry.target);
}

function coreBreach(from: string, target: string): string | undefined {
  if (!target.startsWith('plugins/')) return undefined;
  if (from === 'src/main.ts') return undefined;
  if (from === 'src/web/main.tsx' && /^plugins\/web(\.ts)?$/.test(target)) return undefined;
  return 'src knows no plugin; only src/main.ts and src/web/main.tsx name the list of plugins.';
}

function pluginBreach(from: string, target: string): string | undefined {
  const own = pluginOf(from);
  const other = pluginOf(target);
  if (other === undefined || other === own) return undefined;
  if (new RegExp(`^plugins/${other}(/index(\\.ts)?)?$`).test(target)) return undefined;
  if (from === 'plugins/web.ts' && target.startsWith(`plugins/${other}/web/`)) return undefined;
  return `the inside of plugin ${other}; only its index.ts is for others.`;
}

function webBreach({ target, specifier, typeOnly }: Import): string | undefined {
  if (typeOnly) return undefined;
  if (target === undefined) {
    return /^(bun|bun:.*|node:.*|#ui)$/.test(specifier) ? 'it does not exist in a browser.' : undefined;
  }
  if (isWeb(target) || /^src\/resource\/descriptor(\.ts)?$/.test(target)) return undefined;
  return 'server code; the UI may import only types of it.';
}

function isWeb(path: string): boolean {
  return path.startsWith('src/web/') || /^plugins\/(web(\.ts)?$|[^/]+\/web\/)/.test(path);
}

function pluginOf(path: string): string | undefined {
  return path.match(/^plugins\/([^/.]+)(?:\/|$)/)?.[1];
}
