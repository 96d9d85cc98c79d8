import type { SourceFile } from './source-files.ts';

export interface Pattern {
  index: number;
  source: string;
}

/** Matches text after which a slash starts a regular expression. After other text it is a division. */
const BEFORE_PATTERN = /(?:[=([{,;:!&|?+\-*%}]|\breturn|\btypeof|\bcase|\bof|\bin|\bnew|=>)$/;

/** Returns all regular expressions in the text: literals and the text of `RegExp(...)`. */
export function patternsOf({ text }: SourceFile): Pattern[] {
  const found: Pattern[] = [];
  let at = 0;
  // A stack with one brace depth per open `${`. At that depth, a `}` continues the template.
  const templates: number[] = [];
  let braces = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    if (rest === '//') at = endOf(text, '\n', at);
    else if (rest === '/*') at = endOf(text, '*/', at + 2);
    else if (rest[0] === '"' || rest[0] === "'") {
      const end = closing(text, at, rest[0]);
      if (/\bRegExp\($/.test(text.slice(Math.max(0, at - 10), at)))
        found.push({ index: at, source: unescaped(text.slice(at + 1, end - 1)) });
      at = end;
    } else if (rest[0] === '`' || (rest[0] === '}' && templates.at(-1) === braces)) {
      if (rest[0] === '}') templates.pop();
      at = templatePart(text, at + 1);
      if (text.startsWith('${', at - 2)) templates.push(braces);
    } else if (rest[0] === '/' && BEFORE_PATTERN.test(text.slice(Math.max(0, at - 40), at).trimEnd())) {
      const end = endOfPattern(text, at);
      if (end !== undefined) found.push({ index: at, source: text.slice(at + 1, end - 1) });
      at = end ?? at + 1;
    } else {
      if (rest[0] === '{') braces++;
      if (rest[0] === '}') braces--;
      at++;
    }
  }
  return found;
}

const endOf = (text: string, mark: string, from: number): number => {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
};

function closing(text: string, at: number, quote: string): number {
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\') next++;
    else if (text[next] === quote || text[next] === '\n') return next + 1;
  }
  return text.length;
}

/** Returns the position after the end of a template, or after the next `${`. */
function templatePart(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text.startsWith('${', at)) return at + 2;
  }
  return text.length;
}

/**
 * Returns the position after the closing slash. Undefined when the line ends first, because it was a
 * division.
 */
function endOfPattern(text: string, from: number): number | undefined {
  let isClass = false;
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') isClass = true;
    else if (text[at] === ']') isClass = false;
    else if (text[at] === '/' && !isClass) return at + 1;
  }
  return undefined;
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');
