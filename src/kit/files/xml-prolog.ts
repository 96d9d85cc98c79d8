/** The end of each construct that may contain any markup as text, by its start. */
const CLOSING_TEXT: Record<string, string> = { '<!--': '-->', '<?': '?>', '"': '"', "'": "'" };

/** A document type declaration for a root named `svg`, with or without a prefix. */
const DOCTYPE = /<!DOCTYPE\s+(?:[^\s<>[\]/:]{1,100}:)?svg(?=[\s>[])/iy;

/**
 * Returns the position of the first element of an XML text: after comments, processing instructions and a
 * document type for SVG. Returns undefined when the text ends earlier. The text is read only once. The
 * declarations of the document type are skipped, so no entity is ever expanded.
 */
export function findRootStart(text: string): number | undefined {
  let at = 0;
  for (;;) {
    at = skipBlanks(text, at);
    const end = endOfText(text, at) ?? endOfDoctype(text, at);
    if (end === undefined) return at;
    if (end < 0) return undefined;
    at = end;
  }
}

function skipBlanks(text: string, at: number): number {
  const blanks = /\s*/y;
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

/**
 * Returns the end of the comment or processing instruction at this position, or -1 when it has no end;
 * undefined without one.
 */
function endOfText(text: string, at: number): number | undefined {
  const start = ['<!--', '<?'].find((one) => text.startsWith(one, at));
  return start === undefined ? undefined : endAfter(text, at + start.length, CLOSING_TEXT[start]!);
}

function endAfter(text: string, at: number, end: string): number {
  const found = text.indexOf(end, at);
  return found < 0 ? -1 : found + end.length;
}

/**
 * Returns the end of the document type at this position, or -1 when it has no end; undefined without one. It
 * ends after as many `>` as `<`, without those in quotes, comments and processing instructions. It has at
 * most one internal subset in brackets.
 */
function endOfDoctype(text: string, at: number): number | undefined {
  DOCTYPE.lastIndex = at;
  if (!DOCTYPE.test(text)) return undefined;
  const piece = /<!--|<\?|["'<>[\]]/g;
  piece.lastIndex = DOCTYPE.lastIndex;
  let open = 1;
  let isSubset = false;
  for (let found = piece.exec(text)?.[0]; found; found = piece.exec(text)?.[0]) {
    const end = CLOSING_TEXT[found];
    if (end) {
      const next = endAfter(text, piece.lastIndex, end);
      if (next < 0) return -1;
      piece.lastIndex = next;
    } else if (found === '[' || found === ']') {
      if (open > 1 || isSubset !== (found === ']')) return -1;
      isSubset = !isSubset;
    } else {
      open += found === '<' ? 1 : -1;
      if (open > 1 && !isSubset) return -1;
      if (open === 0) return isSubset ? -1 : piece.lastIndex;
    }
  }
  return -1;
}
