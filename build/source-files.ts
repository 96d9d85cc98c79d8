import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

/** One file of the project: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** The files that match the patterns, in order, each once. */
export function readSources(...patterns: string[]): SourceFile[] {
  const paths = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: projectRoot })]);
  return [...new Set(paths.map((path) => path.replaceAll('\\', '/')))]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** Worker threads are entry points of their own: every *.worker.ts. */
export function listWorkerFiles(): string[] {
  return [...new Bun.Glob('{src,plugins}/**/*.worker.ts').scanSync({ cwd: projectRoot })].sort();
}

/** The line number, from 1, of a position in a text. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
