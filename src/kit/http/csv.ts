import { Turn } from '../give-way.ts';

/** Characters that are put together before they are sent. */
const CHUNK = 256 * 1024;
const DANGEROUS = /^[=+\-@\t\r＝＋－＠]/;

/** One cell: neutralised against spreadsheet formulas, quoted where needed. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const raw = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = typeof value !== 'number' && DANGEROUS.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvColumn {
  key: string;
  title: string;
}

const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * A CSV document with a header row, sent while its rows are read: memory holds one turn's worth. `close` is called
 * once, when the last row is sent or the receiver has gone.
 */
export function csvResponse(
  filename: string,
  columns: readonly CsvColumn[],
  rows: Iterator<Record<string, unknown>>,
  close: () => void,
): Response {
  const encoder = new TextEncoder();
  const turn = new Turn();
  let text = line(columns.map((column) => column.title));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await turn.next();
      let isMore = true;
      do {
        const next = rows.next();
        if (next.done) isMore = false;
        else text += line(columns.map((column) => next.value[column.key]));
      } while (isMore && !turn.isOver && text.length < CHUNK);
      controller.enqueue(encoder.encode(text));
      text = '';
      if (isMore) return;
      close();
      controller.close();
    },
    cancel: close,
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    },
  });
}
