/** One record of a CSV text. */
export interface CsvRecord {
  cells: string[];
  /** The line on which it begins, and the one on which it ends. */
  firstline: number;
  lastline: number;
}

/** A quote that is opened and never closed. */
export class UnclosedQuoteError extends Error {
  constructor(readonly line: number) {
    super(`A quote is opened in line ${line} and never closed.`);
  }
}

/** A record with more cells than the reader takes. */
export class TooManyCellsError extends Error {}

/** A quoted cell that is being read. */
interface QuotedCell {
  start: number;
  line: number;
  parts: string[];
}

/** Reads the records of RFC 4180 text one by one. A quote within a cell that does not begin with one is a character. */
export class CsvReader {
  private at: number;
  private line: number;
  private firstline: number;
  private cells: string[] = [];
  private isEnded = false;
  private quoted: QuotedCell | undefined;
  private readonly end: RegExp;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
    private readonly maxCells: number,
    /** Where reading begins, and which line that is. */
    from = { at: 0, line: 1 },
  ) {
    this.at = from.at;
    this.firstline = from.line;
    this.line = from.line;
    this.end = new RegExp(`[${delimiter.replace(/[\\\]^-]/g, '\\$&')}\r\n]|$`, 'g');
  }

  /**
   * Returns the next record; 'more' when so many characters were read that others should have a turn; undefined at the
   * end. Throws UnclosedQuoteError and TooManyCellsError.
   */
  next(characters: number): CsvRecord | 'more' | undefined {
    const until = this.at + characters;
    while (this.at < this.text.length) {
      if (this.at >= until) return 'more';
      if (this.quoted || this.text[this.at] === '"') this.readQuoted();
      else this.endCell(this.at);
      if (this.isEnded) return this.endRecord();
    }
    if (this.quoted) throw new UnclosedQuoteError(this.quoted.line);
    return undefined;
  }

  /** Reads on to the next quote. */
  private readQuoted(): void {
    this.quoted ??= { start: this.at++, line: this.line, parts: [] };
    const { start, line, parts } = this.quoted;
    const close = this.text.indexOf('"', this.at);
    if (close < 0) throw new UnclosedQuoteError(line);
    const part = this.text.slice(this.at, close);
    this.line += countLines(part);
    const next = this.text[close + 1];
    if (next === '"') {
      parts.push(part, '"');
      this.at = close + 2;
      return;
    }
    this.quoted = undefined;
    const isClosed = next === undefined || next === this.delimiter || next === '\r' || next === '\n';
    if (isClosed) this.endCell(close + 1, parts.join('') + part);
    else this.endCell(close + 1, undefined, start);
  }

  /** Ends the cell at the next delimiter from `from` on: with the given text, or with all that stands there. */
  private endCell(from: number, cell?: string, start = from): void {
    this.end.lastIndex = from;
    const end = this.end.exec(this.text)!;
    this.take(cell ?? this.text.slice(start, end.index));
    this.at = end.index + end[0].length;
    if (end[0] === this.delimiter) {
      if (this.at < this.text.length) return;
      this.take('');
    }
    this.isEnded = true;
    if (end[0] === '\r' && this.text[this.at] === '\n') this.at++;
  }

  private take(cell: string): void {
    if (this.cells.length >= this.maxCells) throw new TooManyCellsError();
    this.cells.push(cell);
  }

  private endRecord(): CsvRecord {
    const record = { cells: this.cells, firstline: this.firstline, lastline: this.line };
    this.cells = [];
    this.isEnded = false;
    this.firstline = ++this.line;
    return record;
  }
}

/** Counts the line breaks of a text; CR LF is one. */
function countLines(text: string): number {
  let count = 0;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
