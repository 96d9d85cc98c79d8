import type { SourcePart } from '../source-parts.ts';

const SQL = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|CASE|WITH)\b/;
const JSX_TEXT = /[>}]([^<>{}=;()"]*)[<{]/g;
const KEYWORD = /\b(?:const|return|import|export|function)\b/;

/** Reports whether a string has two adjacent words and is no SQL. Keys, paths and single words are not. */
export const isVisibleText = (text: string): boolean => /[a-z] [a-z]/i.test(text) && !SQL.test(text);

/** Returns the texts of at least three words between JSX tags. `code` has no comments and strings. */
export function readJsxTexts(code: string): SourcePart[] {
  return [...code.matchAll(JSX_TEXT)].flatMap((match) => {
    const text = match[1]!.replace(/\s+/g, ' ').trim();
    const isText = text.split(' ').length >= 3 && /^[A-Za-z]/.test(text) && !KEYWORD.test(text);
    const lead = match[1]!.length - match[1]!.trimStart().length;
    return isText ? [{ index: match.index + 1 + lead, text }] : [];
  });
}
