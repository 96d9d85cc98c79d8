/** A part of a source text without its delimiters: `index` is the offset of its first character. */
export interface SourcePart {
  index: number;
  text: string;
}

export interface CommentPart extends SourcePart {
  isBlock: boolean;
  /** The offset behind the comment. */
  end: number;
}

/** A TypeScript source, taken apart. Escapes in strings and patterns are as written. */
export interface SourceParts {
  comments: CommentPart[];
  /** String literals, and the literal parts of templates. */
  strings: SourcePart[];
  /** Regular expression literals. */
  patterns: SourcePart[];
  /** The source with the content of all of these replaced by blanks. Offsets and lines stay the same. */
  code: string;
}

/** A slash after one of these begins a pattern; after anything else it divides or closes a tag. */
const BEFORE_PATTERN = /(?:[=([{,;:!&|?+\-*%}]|\breturn|\btypeof|\bcase|\bof|\bin|\bnew|=>)$/;
const LOOK_BACK = 40;

/**
 * Takes a source apart by its delimiters. In JSX text, an apostrophe that no other closes in its line is
 * text, and so is `//` behind a colon.
 */
export function splitSource(source: string): SourceParts {
  return new Splitter(source).split();
}

class Splitter {
  private readonly parts: SourceParts = { comments: [], strings: [], patterns: [], code: '' };
  private readonly blanks: [from: number, to: number][] = [];
  /** The number of open braces at each `${` that is open. */
  private readonly templates: number[] = [];
  private braces = 0;
  private at = 0;

  constructor(private readonly source: string) {}

  split(): SourceParts {
    while (this.at < this.source.length) this.next();
    this.parts.code = blankRanges(this.source, this.blanks);
    return this.parts;
  }

  private next(): void {
    const { source, at } = this;
    const char = source[at]!;
    if (source.startsWith('//', at) && source[at - 1] !== ':') this.comment('\n', 0, false);
    else if (source.startsWith('/*', at)) this.comment('*/', 2, true);
    else if (char === '"' || char === "'") this.string(char);
    else if (char === '`' || (char === '}' && this.templates.at(-1) === this.braces)) this.template(char);
    else if (char === '/' && this.isPatternExpected()) this.pattern();
    else {
      if (char === '{') this.braces++;
      if (char === '}') this.braces--;
      this.at++;
    }
  }

  private comment(closing: string, length: number, isBlock: boolean): void {
    const { at, source } = this;
    const found = source.indexOf(closing, at + 2);
    const until = found < 0 ? source.length : found;
    const end = Math.min(source.length, until + length);
    this.parts.comments.push({ index: at, text: source.slice(at + 2, until), isBlock, end });
    this.leave(at, end, end);
  }

  private string(quote: string): void {
    const end = closingQuote(this.source, this.at + 1, quote);
    if (end === undefined) {
      this.at++;
      return;
    }
    this.parts.strings.push({ index: this.at + 1, text: this.source.slice(this.at + 1, end) });
    this.leave(this.at + 1, end, end + 1);
  }

  private template(opening: string): void {
    if (opening === '}') this.templates.pop();
    const from = this.at + 1;
    let end = from;
    while (end < this.source.length && this.source[end] !== '`' && !this.source.startsWith('${', end))
      end += this.source[end] === '\\' ? 2 : 1;
    const isHole = this.source[end] === '$';
    if (isHole) this.templates.push(this.braces);
    this.parts.strings.push({ index: from, text: this.source.slice(from, end) });
    this.leave(from, end, end + (isHole ? 2 : 1));
  }

  private isPatternExpected(): boolean {
    return BEFORE_PATTERN.test(this.source.slice(Math.max(0, this.at - LOOK_BACK), this.at).trimEnd());
  }

  private pattern(): void {
    const end = closingSlash(this.source, this.at + 1);
    if (end === undefined) {
      this.at++;
      return;
    }
    this.parts.patterns.push({ index: this.at, text: this.source.slice(this.at + 1, end) });
    this.leave(this.at + 1, end, end + 1);
  }

  /** Blanks a range out of the code and continues at `next`. */
  private leave(from: number, to: number, next: number): void {
    this.blanks.push([from, to]);
    this.at = next;
  }
}

function blankRanges(source: string, ranges: readonly [number, number][]): string {
  let code = '';
  let at = 0;
  for (const [from, to] of ranges) {
    code += source.slice(at, from) + source.slice(from, to).replace(/[^\n]/g, ' ');
    at = to;
  }
  return code + source.slice(at);
}

/** Returns the offset of the closing quote, or undefined when the line ends first. */
function closingQuote(source: string, from: number, quote: string): number | undefined {
  for (let at = from; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote) return at;
  }
  return undefined;
}

/** Returns the offset of the closing slash of a regular expression, or undefined when the line ends first. */
function closingSlash(source: string, from: number): number | undefined {
  let isClass = false;
  for (let at = from; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') isClass = true;
    else if (source[at] === ']') isClass = false;
    else if (source[at] === '/' && !isClass) return at;
  }
  return undefined;
}
