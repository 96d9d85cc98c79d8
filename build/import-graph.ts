import { posix } from 'node:path';
import { lineNumberOf, type SourceFile } from './source-files.ts';

export interface ImportEdge {
  /** Path of the importing file, from the project's root. */
  from: string;
  /** Path of the imported file from the project root. Undefined for a package. */
  target: string | undefined;
  specifier: string;
  typeOnly: boolean;
  line: number;
}

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?([^'"`;]*?)\s*from\s*['"]([^'"]+)['"]/gm;
const sideEffect = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** Returns the imports and re-exports of a file, including those of types. */
export function importsOf(file: SourceFile): ImportEdge[] {
  const found: ImportEdge[] = [];
  const add = (index: number, specifier = '', typeOnly = false) => {
    const relative = specifier.startsWith('.');
    const target = relative ? posix.join(posix.dirname(file.path), specifier) : undefined;
    found.push({ from: file.path, target, specifier, typeOnly, line: lineNumberOf(file.text, index) });
  };
  for (const match of file.text.matchAll(statement))
    add(match.index, match[3], match[1] !== undefined || namesOnlyTypes(match[2] ?? ''));
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

/**
 * Lists cycles of imports, at least one for each set of units that import each other. `roomOf` returns the
 * unit of a file, or undefined to ignore the file.
 */
export function findCycles(
  imports: readonly ImportEdge[],
  roomOf: (path: string) => string | undefined,
): string[] {
  const reached = new Map<string, Set<string>>();
  for (const { from, target } of imports) {
    const [room, other] = [roomOf(from), target && roomOf(target)];
    if (room === undefined || !other || room === other) continue;
    reached.set(room, (reached.get(room) ?? new Set()).add(other));
  }
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (room: string, way: readonly string[]) => {
    if (way.includes(room)) {
      found.push([...way.slice(way.indexOf(room)), room].join(' -> '));
      return;
    }
    if (done.has(room)) return;
    for (const next of reached.get(room) ?? []) walk(next, [...way, room]);
    done.add(room);
  };
  for (const room of reached.keys()) walk(room, []);
  return found;
}
