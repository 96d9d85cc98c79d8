import { patternsOf } from './regex-literals.ts';
import { lineNumberOf, readSources, type SourceFile } from './source-files.ts';

/** Lists regular expressions with a nested repetition, which can take exponential time on a short text. */
export function findNestedRepetitions(
  files: SourceFile[] = readSources('{src,plugins}/**/*.{ts,tsx}'),
): string[] {
  return files
    .filter(({ path }) => !/\.test\.tsx?$|\/test\//.test(path))
    .flatMap((file) =>
      patternsOf(file)
        .filter(({ source }) => isNested(source))
        .map(
          ({ index, source }) =>
            `${file.path}:${lineNumberOf(file.text, index)} repeats a repetition in /${source}/: read it in one walk instead.`,
        ),
    );
}

interface Quantifier {
  least: number;
  most: number;
  length: number;
}

/**
 * Reports whether a repeatable group contains a repetition of variable length. An optional part does not
 * count.
 */
export function isNested(source: string): boolean {
  // A flag per open group: whether it contains a part of variable length.
  const groups: boolean[] = [];
  for (let at = 0; at < source.length; ) {
    const isGroup = source[at] === ')';
    if (source[at] === '(') {
      groups.push(false);
      at += /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(at))![0].length;
      continue;
    }
    const holds = isGroup && (groups.pop() ?? false);
    at = endOfAtom(source, at);
    const { least, most, length } = quantifierAt(source, at);
    if (holds && most > 1) return true;
    at += length;
    if (groups.length > 0 && (holds || most > Math.max(1, least))) groups[groups.length - 1] = true;
  }
  return false;
}

function endOfAtom(source: string, at: number): number {
  if (source[at] === '\\') return at + (/^\\[pP]\{[^}]*\}/.exec(source.slice(at))?.[0].length ?? 2);
  if (source[at] !== '[') return at + 1;
  let end = at + 1;
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
  return end + 1;
}

function quantifierAt(source: string, at: number): Quantifier {
  const [text = '', least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at)) ?? [];
  const length = text.length;
  if (text === '') return { least: 1, most: 1, length };
  if (text[0] === '?') return { least: 0, most: 1, length };
  if (least === undefined) return { least: text[0] === '*' ? 0 : 1, most: Number.POSITIVE_INFINITY, length };
  const upper = comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : Number(least);
  return { least: Number(least), most: upper, length };
}
