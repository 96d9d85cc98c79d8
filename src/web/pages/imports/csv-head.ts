export interface CsvHead {
  headers: string[];
  /** Cells of the first row below the header. */
  sample: string[];
}

const HEAD_BYTES = 256 * 1024;
const SEPARATORS = [',', ';', '\t', '|'];
/**
 * Number of records to read: those among which the header is searched, and the row below the last of them.
 */
const RECORDS = 6;

/**
 * Reads the header of a file and the row below it, so that a user recognizes the columns. `expected` contains
 * the headers that the server found; if the file does not show all of them, the sample is empty. Without them
 * the widest of the first five records is the header.
 */
export async function readCsvHead(file: File, expected: readonly string[] = []): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // Only the server reads workbooks.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { headers: [...expected], sample: [] };
  const text = decode(bytes);
  const named = /^\s*"?sep=([^\r\n"])/i.exec(text)?.[1];
  const body = named === undefined ? text : text.replace(/^\s*[^\r\n]*[\r\n]+/, '');
  const heads = (named === undefined ? SEPARATORS : [named]).map((separator) =>
    headOf(body, separator, expected),
  );
  const best = heads.reduce((one, other) => (other.fit > one.fit ? other : one));
  // A file that only the server can read has no sample.
  if (expected.length > 0 && best.fit < expected.length) return { headers: [...expected], sample: [] };
  return { headers: best.headers, sample: best.sample };
}

function headOf(text: string, separator: string, expected: readonly string[]): CsvHead & { fit: number } {
  const found = records(text, separator, RECORDS).map((cells) => cells.map((cell) => cell.trim()));
  const fits = found.slice(0, RECORDS - 1).map((cells) => fitOf(cells, expected));
  const at = Math.max(0, fits.indexOf(Math.max(...fits)));
  return { headers: found[at] ?? [], sample: found[at + 1] ?? [], fit: fits[at] ?? 0 };
}

const fitOf = (cells: readonly string[], expected: readonly string[]): number =>
  expected.length > 0
    ? expected.filter((header) => cells.includes(header)).length
    : cells.filter(Boolean).length;

/**
 * Decodes the text. Spreadsheets write UTF-16 with a byte order mark, UTF-8, or the Windows code page, whose
 * bytes are seldom valid UTF-8.
 */
function decode(bytes: Uint8Array): string {
  const isZero = (at: number) => bytes[at] === 0;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (isZero(1) && !isZero(0))) return textOf(bytes, 'utf-16le');
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (isZero(0) && !isZero(1))) return textOf(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return textOf(bytes, 'windows-1252');
  }
}

const textOf = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** Reads the first records of RFC 4180 text. Skips empty ones. */
function records(text: string, separator: string, limit: number): string[][] {
  const found: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    cells.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length && found.length < limit; at++) {
    const letter = text[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === separator) endCell();
    else if (letter === '\n' || (letter === '\r' && text[at + 1] !== '\n')) {
      endCell();
      if (cells.some(Boolean)) found.push(cells);
      cells = [];
    } else if (letter !== '\r') cell += letter;
  }
  if (found.length < limit && (cell || cells.length > 0)) found.push([...cells, cell]);
  return found;
}
