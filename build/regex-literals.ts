import type { SourceFile } from './source-files.ts';
import { splitSource } from './source-parts.ts';

export interface Pattern {
  index: number;
  source: string;
}

const REGEXP_CALL = /\bRegExp\(['"]$/;

/** Returns the regular expressions of a file: literals, and quoted texts that are passed to `RegExp(...)`. */
export function patternsOf({ text }: SourceFile): Pattern[] {
  const { patterns, strings } = splitSource(text);
  const passed = strings
    .filter(({ index }) => REGEXP_CALL.test(text.slice(Math.max(0, index - 12), index)))
    .map(({ index, text: source }) => ({ index: index - 1, source: unescapeText(source) }));
  const literals = patterns.map(({ index, text: source }) => ({ index, source }));
  return [...literals, ...passed].sort((a, b) => a.index - b.index);
}

const unescapeText = (text: string): string => text.replace(/\\(.)/g, '$1');
