import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

/** A file of the project: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Returns the files that match the patterns, sorted and without duplicates. */
export function readSources(...patterns: string[]): SourceFile[] {
  const paths = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: projectRoot })]);
  return [...new Set(paths.map((path) => path.replaceAll('\\', '/')))]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** Returns the entry points of worker threads: all `*.worker.ts`. */
export function listWorkerFiles(): string[] {
  return [...new Bun.Glob('{src,plugins}/**/*.worker.ts').scanSync({ cwd: projectRoot })].sort();
}

/** Returns the line number of a position in a text, starting at 1. */
export function lineNumberOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
