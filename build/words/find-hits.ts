import { lineNumberOf, type SourceFile } from '../source-files.ts';
import { splitSource } from '../source-parts.ts';
import { readComments } from './comment-text.ts';
import { hasVerb, isBareWord, listFunctions, listTypes } from './exported-names.ts';
import { findAvoidedPhrases, hasBadOpener } from './phrases.ts';
import { isVisibleText, readJsxTexts } from './visible-text.ts';

export type WordKind = 'comment' | 'text' | 'title' | 'type' | 'function';

/** A place that is hard to read. */
export interface WordHit {
  kind: WordKind;
  path: string;
  line: number;
  /** The comment, sentence, title or name. */
  text: string;
  /** The words to use, or the rule. */
  advice: string;
}

const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*?)\1/g;

/** Returns each place of a file that breaks the rules for plain language, in the order of the kinds. */
export function findWordHits({ path, text: source }: SourceFile): WordHit[] {
  const isTsx = path.endsWith('.tsx');
  const { code, comments, strings } = splitSource(source);
  const hits: WordHit[] = [];
  const add = (kind: WordKind, index: number, text: string, advice: string | undefined) => {
    if (advice !== undefined) hits.push({ kind, path, line: lineNumberOf(source, index), text, advice });
  };
  for (const { index, text } of readComments(source, comments)) add('comment', index, text, adviceFor(text));
  const titles = /\.test\.tsx?$/.test(path) ? [...source.matchAll(TITLE)] : [];
  for (const { index, 2: title } of titles) add('title', index, title!, adviceFor(title!));
  const titleTexts = new Set(titles.map((match) => match[2]));
  for (const { index, text } of [...strings, ...(isTsx ? readJsxTexts(code) : [])])
    if (isVisibleText(text) && !titleTexts.has(text)) add('text', index, text, phraseAdvice(text));
  for (const { index, name } of listTypes(code, isTsx))
    if (isBareWord(name)) add('type', index, name, 'Name a thing of the domain.');
  for (const { index, name } of listFunctions(code))
    if (!hasVerb(name)) add('function', index, name, 'Begin with a verb.');
  return hits;
}

const adviceFor = (text: string): string | undefined =>
  hasBadOpener(text) ? 'Begin with a verb or with the thing itself.' : phraseAdvice(text);

function phraseAdvice(text: string): string | undefined {
  const [phrase] = findAvoidedPhrases(text);
  return phrase && `Instead of "${phrase.name}" write: ${phrase.instead}.`;
}
