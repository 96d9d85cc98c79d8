import { invalid } from '../../kit/errors.ts';
import { parseObject } from './choice-fields.ts';
import { refuseSecondSpelling } from './columns.ts';
import { findHeaderIndex } from './header-words.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** Corrected cells of a file: the texts by line number and header. */
export type CellEdits = Readonly<Record<string, Readonly<Record<string, string>>>>;

const MAX_EDITS = 5000;
const EXAMPLE = '{"7": {"Location": "Hall 2"}}';

/** Returns the corrected cells in the field `edits`. Throws 400 when the text is invalid. */
export function parseEdits(text: string): CellEdits {
  if (!text) return {};
  const lines = parseObject('edits', text, EXAMPLE, MAX_EDITS);
  for (const [line, cells] of Object.entries(lines)) {
    if (typeof cells !== 'object' || cells === null || Array.isArray(cells))
      throw invalid(`edits.${line}`, `Send an object such as ${EXAMPLE}.`);
    const wrong = Object.entries(cells).find(([, cell]) => typeof cell !== 'string');
    if (wrong) throw invalid(`edits.${line}.${wrong[0]}`, 'Enter a text. An empty text clears the cell.');
  }
  if (countEdits(lines as CellEdits) > MAX_EDITS)
    throw invalid('edits', `Change at most ${MAX_EDITS} cells. Correct the file instead, and send it again.`);
  return lines as CellEdits;
}

/**
 * Replaces the corrected cells of a sheet. A corrected row is filled up to the width of the header. Throws 400
 * for a line or a column that the file does not have, and for two spellings of one column.
 */
export function applyEdits(sheet: Sheet, edits: CellEdits): Sheet {
  const wanted = Object.entries(edits);
  if (wanted.length === 0) return sheet;
  const indexes = new Map(sheet.rows.map(({ line }, index) => [String(line), index]));
  const rows = [...sheet.rows];
  for (const [line, cells] of wanted) {
    const index = indexes.get(line);
    if (index === undefined)
      throw invalid(`edits.${line}`, `The file has no row in line ${line}. Read the preview again.`);
    rows[index] = editRow(sheet, rows[index]!, cells);
  }
  return { ...sheet, rows };
}

function editRow(
  { headers, width }: Sheet,
  row: SheetRow,
  edits: Readonly<Record<string, string>>,
): SheetRow {
  const cells = [...row.cells];
  while (cells.length < width) cells.push('');
  const path = `edits.${row.line}`;
  const seen = new Map<number, string>();
  for (const [header, text] of Object.entries(edits)) {
    const index = findHeaderIndex(headers, header);
    if (index === undefined) throw invalid(`${path}.${header}`, `The file has no column "${header}".`);
    refuseSecondSpelling(seen, index, header, path);
    cells[index] = text;
  }
  return { ...row, cells };
}

/** Returns the number of corrected cells. */
export const countEdits = (edits: CellEdits): number =>
  Object.values(edits).reduce((sum, cells) => sum + Object.keys(cells).length, 0);
