import { ADVERBS, DECLARATIONS, NOUNS, PARTICIPLES, PREDICATE_PREFIXES, VERBS } from './word-sets.ts';

/** The name of an exported declaration, with its offset. */
export interface ExportedName {
  index: number;
  name: string;
}

/** Factories, and functions that are named for the text or value that they return. */
const FACTORY = /(?:Routes?|Api|Query|Queries|Schema|Error|Key|Settings)$/;
const RETURNED_TEXT =
  /[a-z](?:Text|Url|Path|String|Literal|Line|Cell|Title|Label|Message|Time|Date|Id|Hash|Names?|Headers?|Response|Document|Icon)$/;
/**
 * Returns the exported types and classes, and in a `.tsx` file also the exported components. The caller
 * removes comments and strings from `code` before.
 */
export function listTypes(code: string, isTsx: boolean): ExportedName[] {
  const types = /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:type|interface|class|enum)\s+([A-Z]\w*)/gm;
  const components = /^export\s+(?:async\s+)?(?:function|const)\s+([A-Z][a-z]\w*)/gm;
  return [types, ...(isTsx ? [components] : [])].flatMap((pattern) => namesIn(code, pattern));
}

/**
 * Returns the exported functions and arrow functions. The caller removes comments and strings from `code`
 * before.
 */
export function listFunctions(code: string): ExportedName[] {
  const declared = namesIn(code, /^export\s+(?:default\s+)?(?:async\s+)?function\*?\s*([a-z]\w*)/gm);
  const constants = namesIn(code, /^export\s+const\s+([a-z]\w*)/gm);
  return [...declared, ...constants.filter(({ index, name }) => isArrowFunction(code, index, name))];
}

/** Reports whether a type is named by a lone participle, gerund or adverb. */
export function isBareWord(name: string): boolean {
  if (!/^[A-Z][a-z]+$/.test(name) || NOUNS.has(name)) return false;
  return PARTICIPLES.has(name) || ADVERBS.has(name) || /(?:ed|ing)$/.test(name);
}

/** Reports whether a function is named by a verb, a predicate, its result, or as an accessor `xOf`. */
export function hasVerb(name: string): boolean {
  if (DECLARATIONS.has(name) || FACTORY.test(name) || RETURNED_TEXT.test(name)) return true;
  if (/^forEach|[a-z]Of$/.test(name)) return true;
  const first = /^[a-z]+/.exec(name)?.[0] ?? '';
  return VERBS.has(first) || (PREDICATE_PREFIXES.has(first) && first !== name);
}

const namesIn = (code: string, pattern: RegExp): ExportedName[] =>
  [...code.matchAll(pattern)].map((match) => ({ index: match.index, name: match[1]! }));

/** Reports whether the constant that is declared at `index` has an arrow function as its value. */
function isArrowFunction(code: string, index: number, name: string): boolean {
  const from = code.indexOf(name, index) + name.length;
  const value = valueAfter(code, from).trimStart();
  if (/^async\b|^[a-z]\w*\s*=>|^</.test(value)) return true;
  return value.startsWith('(') && /^\s*(?::[^=]*)?=>/.test(value.slice(closingParenthesis(value) + 1));
}

/** Returns the text behind the `=` of a declaration; empty when there is none. */
function valueAfter(code: string, from: number): string {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code.startsWith('=>', at)) at++;
    else if ('([{<'.includes(code[at]!)) depth++;
    else if (')]}>'.includes(code[at]!)) depth--;
    else if (code[at] === ';') return '';
    else if (code[at] === '=' && depth === 0) return code.slice(at + 1);
  }
  return '';
}

function closingParenthesis(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}
