import { type CpuAccount, TimeSlice } from '../time-slice.ts';

/** The number of characters that are collected before they are sent. */
const CHUNK = 256 * 1024;
/**
 * Text that a spreadsheet would treat as a formula. Spreadsheets skip blank and invisible characters before
 * the first formula character.
 */
const DANGEROUS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Characters that require quotes. Some spreadsheets split cells at a semicolon or a tab. */
const SEPARATING = /[",;\t\r\n]/;

/**
 * Returns the text of a cell before quoting. An apostrophe prevents a spreadsheet from running the text as a
 * formula.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const raw = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof value !== 'number' && DANGEROUS.test(raw) ? `'${raw}` : raw;
}

/** Removes the apostrophe that `cellText` adds before a formula. */
export const dropGuard = (text: string): string =>
  text.startsWith("'") && DANGEROUS.test(text.slice(1)) ? text.slice(1) : text;

/** Returns a CSV cell, protected against formulas and quoted if necessary. */
export function csvCell(value: unknown): string {
  const text = cellText(value);
  return SEPARATING.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvColumn {
  key: string;
  title: string;
}

/** Returns a line of CSV cells with its line end. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The file name and columns of a CSV document. */
export interface CsvDocument {
  filename: string;
  columns: readonly CsvColumn[];
  /** True to start the document with a byte order mark. Without one, Excel reads it as Windows-1252. */
  bom?: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Rows that are read while they are sent, and the function that closes their source. */
export interface CsvRows {
  rows: Iterator<Record<string, unknown>>;
  close(): void;
}

/** The state of a document that is produced while it is sent. */
interface CsvWork {
  turn: TimeSlice;
  /** Resolves when the document may start. Returns the function that ends it. */
  begin(): Promise<() => void>;
}

/** A response that is produced in time slices while it is sent. */
export class StreamedResponse extends Response {
  constructor(
    private readonly making: CsvWork,
    body: ReadableStream<Uint8Array>,
    init: ResponseInit,
  ) {
    super(body, init);
  }

  /** Sets the account that is charged, and the function that waits until the document may start. */
  chargeTo(account: CpuAccount | undefined, begin: CsvWork['begin']): void {
    this.making.turn.account = account;
    this.making.begin = begin;
  }
}

/**
 * Returns a CSV document with a header row. Its rows are read while it is sent, so memory contains the rows
 * of one time slice only. `open` is called when the receiver requests the first data, so that a HEAD request
 * opens nothing. The opened source is closed after the last row, when the receiver disconnects, or when
 * reading fails.
 */
export function csvResponse({ filename, columns, bom }: CsvDocument, open: () => CsvRows): Response {
  const encoder = new TextEncoder();
  // The account is set later, when the response is returned.
  const making: CsvWork = { turn: new TimeSlice(undefined), begin: async () => () => undefined };
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
  /** Fills the next chunk. Returns whether rows remain. */
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
        // The receiver disconnected during the wait.
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
        // A disconnected receiver gets no error.
        if (!isLeft) throw cause;
      } finally {
        turn.account?.end();
      }
    },
    cancel: close,
  };
  // A high-water mark of 0 prevents reading before the receiver requests data.
  return new StreamedResponse(making, new ReadableStream(source, { highWaterMark: 0 }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    },
  });
}
