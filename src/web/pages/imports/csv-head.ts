export interface CsvHead {
  headers: string[];
  /** Cells of the first row. */
  sample: string[];
}

const HEAD_BYTES = 256 * 1024;

/** The first two records of a file, for a person to recognise its columns; the server reads the file itself. */
export async function readCsvHead(file: File): Promise<CsvHead> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const text = decode(bytes).replace(/^\uFEFF/, '');
  const [headers = [], sample = []] = records(text, separatorOf(text), 2);
  return { headers: headers.map((header) => header.trim()), sample };
}

// Spreadsheets on Windows still write their own code page; its bytes are seldom valid UTF-8.
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, n: line.split(mark).length }));
  return counts.reduce((best, one) => (one.n > best.n ? one : best)).mark;
}

/** The first records of RFC 4180 text. */
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
    } else if (letter === '"') quoted = true;
    else if (letter === separator) endCell();
    else if (letter === '\n') {
      endCell();
      if (cells.some(Boolean)) found.push(cells);
      cells = [];
    } else if (letter !== '\r') cell += letter;
  }
  if (found.length < limit && (cell || cells.length > 0)) found.push([...cells, cell]);
  return found;
}
