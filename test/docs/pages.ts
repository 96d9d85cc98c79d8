import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dir, '..', '..');
const glob = (pattern: string) => [...new Bun.Glob(pattern).scanSync(root)].sort();

/** The files of the manual, relative to the root of the project. */
export const MANUAL = glob('docs/*.md');
/** All documentation of the project. */
export const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...MANUAL];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** A fenced block of a page. */
export interface CodeBlock {
  page: string;
  language: string;
  code: string;
}

export function codeBlocksOf(page: string): CodeBlock[] {
  const fences = readPage(page).matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms);
  return [...fences].map(([, indent, language, code]) => ({
    page,
    language: language!,
    code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Returns a page without its fenced blocks. */
export const proseOf = (page: string): string => readPage(page).replace(/^ *```\w*\n.*?^ *```$/gms, '');
