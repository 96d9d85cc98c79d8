import type { CommentPart } from '../source-parts.ts';

/** A comment as running text, with the offset of its first character. */
export interface CommentText {
  index: number;
  text: string;
}

const DIRECTIVE = /^\s*(?:\/\s*<|biome-ignore|@ts-|#|@vite|@jsx|sourceMappingURL|@__PURE__|!)/;

/**
 * Returns the comments as text. Joins the line comments of one block, removes the stars, and leaves out
 * directives and comments of a single word.
 */
export function readComments(source: string, comments: readonly CommentPart[]): CommentText[] {
  const blocks: CommentPart[] = [];
  for (const comment of comments) {
    const previous = blocks.at(-1);
    if (previous && continues(source, previous, comment)) {
      previous.text += `\n${comment.text}`;
      previous.end = comment.end;
    } else blocks.push({ ...comment });
  }
  return blocks
    .map(({ index, text }) => ({ index, text: joinLines(text) }))
    .filter(({ text }) => isProse(text));
}

/** Reports whether two line comments are on consecutive lines at the same indentation. */
function continues(source: string, previous: CommentPart, comment: CommentPart): boolean {
  if (previous.isBlock || comment.isBlock) return false;
  const between = source.slice(previous.end, comment.index);
  return /^\n[ \t]*$/.test(between) && columnOf(source, previous.index) === columnOf(source, comment.index);
}

const columnOf = (source: string, index: number): number => index - source.lastIndexOf('\n', index - 1);

const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
    .join(' ')
    .replace(/^[*\s]+/, '')
    .trim();

const isProse = (text: string): boolean =>
  /[A-Za-z]{2}/.test(text) && /\s/.test(text) && !DIRECTIVE.test(text);
