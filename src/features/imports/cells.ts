import type { Field } from '../../kit/resource/fields.ts';
import { booleanOf } from './booleans.ts';
import { textOfCell, truncateForError, withSingleBlanks } from './cell-text.ts';
import { refuseDamaged } from './damaged-cells.ts';
import { type DateOrder, dateOf, instantOf } from './dates.ts';
import { type Notation, numberOf } from './numbers.ts';
import { RowProblem } from './row-problem.ts';

/** The format of the cells of a column, if the request or the other cells determine it. */
export interface CellFormat {
  notation: Notation | undefined;
  dateorder: DateOrder | undefined;
}

/**
 * Returns the value of a cell for the validation of the field; undefined for an empty cell. Throws a
 * `RowProblem` when the cell has no value of the field's kind, or when a spreadsheet has replaced the value.
 */
export function valueOfCell(field: Field, cell: string, format: CellFormat): unknown {
  const text = textOfCell(cell);
  if (text === '') return undefined;
  if (field.kind !== 'secret') refuseDamaged(cell);
  return valueOfText(field, text, format);
}

function valueOfText(field: Field, text: string, { notation, dateorder }: CellFormat): unknown {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return numberOf(text, notation);
    case 'boolean':
      return booleanOf(text);
    case 'select':
      return choiceOf(field, text);
    case 'date':
      return dateOf(text, dateorder);
    case 'instant':
      return instantOf(text, dateorder);
    case 'text':
      return withSingleBlanks(text);
    default:
      return text;
  }
}

/** Returns the choice with this value or title. Throws a `RowProblem` when there is none. */
function choiceOf({ options = {} }: Field, text: string): string {
  const isText = (word: string) => word.toLowerCase() === text.toLowerCase();
  const values = Object.keys(options);
  const found = values.find(isText) ?? values.find((value) => isText(options[value]!));
  if (found !== undefined) return found;
  throw new RowProblem(
    `"${truncateForError(text)}" is not a valid choice. Enter one of ${Object.values(options).join(', ')}.`,
  );
}
