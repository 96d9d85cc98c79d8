import { type CpuAccount, TimeSlice } from '../time-slice.ts';

/** Characters that are put together before they are sent. */
const CHUNK = 256 * 1024;
/** A spreadsheet looks past what is blank or invisible for the beginning of a formula. */
const DANGEROUS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Some spreadsheets part cells at a semicolon or a tab. */
const SEPARATING = /[",;\t\r\n]/;

/** Returns the text of a cell, before quoting: an apostrophe guards what a spreadsheet would run as a formula. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const raw = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof value !== 'number' && DANGEROUS.test(raw) ? `'${raw}` : raw;
}

/** Removes the apostrophe with which `cellText` guards a formula. */
export const dropGuard = (text: string): string =>
  text.startsWith("'") && DANGEROUS.test(text.slice(1)) ? text.slice(1) : text;

/** One cell: neutralised against spreadsheet formulas, quoted where needed. */
export function csvCell(value: unknown): string {
  const text = cellText(value);
  return SEPARATING.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvColumn {
  key: string;
  title: string;
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** What a CSV document is called, and how it begins. */
export interface CsvDocument {
  filename: string;
  columns: readonly CsvColumn[];
  /** Whether it starts with a byte order mark: Excel takes a document without one for Windows-1252. */
  bom?: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Rows that are read while they are sent, and what they are read from. */
export interface CsvRows {
  rows: Iterator<Record<string, unknown>>;
  close(): void;
}

/** How a document is made while it is sent. */
interface Making {
  turn: TimeSlice;
  /** Settles when it may be begun; answers what ends it. */
  begin(): Promise<() => void>;
}

/** An answer that is made in turns while it is sent. */
export class StreamedResponse extends Response {
  constructor(
    private readonly making: Making,
    body: ReadableStream<Uint8Array>,
    init: ResponseInit,
  ) {
    super(body, init);
  }

  chargeTo(account: CpuAccount | undefined, begin: Making['begin']): void {
    this.making.turn.account = account;
    this.making.begin = begin;
  }
}

/**
 * A CSV document with a header row, sent while its rows are read: memory holds one turn's worth. `open` is called when
 * the receiver takes the first of it, so that who asks for the head alone holds nothing; what it opened is closed when
 * the last row is sent, the receiver has gone, or reading fails.
 */
export function csvResponse({ filename, columns, bom }: CsvDocument, open: () => CsvRows): Response {
  const encoder = new TextEncoder();
  // Whose it is, is known once it is answered.
  const making: Making = { turn: new TimeSlice(undefined), begin: async () => () => undefined };
  const { turn } = making;
  let text = (bom ? BYTE_ORDER_MARK : '') + csvLine(columns.map((column) => column.title));
  let opened: CsvRows | undefined;
  let end: (() => void) | undefined;
  let isOver = false;
  const close = () => {
    isOver = true;
    opened?.close();
    end?.();
    opened = undefined;
    end = undefined;
  };
  /** Fills the next chunk; answers whether there is more. */
  const fill = (rows: CsvRows['rows']): boolean => {
    do {
      const next = rows.next();
      if (next.done) return false;
      text += csvLine(columns.map((column) => next.value[column.key]));
    } while (!turn.isOver && text.length < CHUNK);
    return true;
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        end ??= await making.begin();
        await turn.nextAtLeisure();
        // The receiver has gone meanwhile.
        if (isOver) return close();
        opened ??= open();
        const isMore = fill(opened.rows);
        controller.enqueue(encoder.encode(text));
        text = '';
        if (isMore) return;
        close();
        controller.close();
      } catch (cause) {
        const isLeft = isOver;
        close();
        // Nobody is told who has gone.
        if (!isLeft) throw cause;
      } finally {
        turn.account?.end();
      }
    },
    cancel: close,
  };
  // Nothing is read before somebody asks for it.
  return new StreamedResponse(making, new ReadableStream(source, { highWaterMark: 0 }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    },
  });
}
