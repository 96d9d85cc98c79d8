import { visible } from '../../kit/clean-text.ts';
import { withoutGuard } from '../../kit/http/csv.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { withSingleBlanks } from './cell-text.ts';
import { type DateOrder, dateOf, instantOf } from './dates.ts';
import { type Notation, numberOf } from './numbers.ts';

const YES = new Set(['true', 'yes', 'y', '1', 'x']);
const NO = new Set(['false', 'no', 'n', '0']);

/** How the cells of a column are written, as far as the request or the other cells tell. */
export interface CellFormat {
  notation: Notation | undefined;
  dateorder: DateOrder | undefined;
}

/**
 * Returns the value of a cell for the field's own validation; undefined for an empty cell. A formula is text like any
 * other. Throws a RowProblem when the cell has no value of the field's kind.
 */
export function valueOfCell(field: Field, cell: string, { notation, dateorder }: CellFormat): unknown {
  const text = withoutGuard(visible(cell).trim());
  if (text === '') return undefined;
  switch (field.kind) {
    case 'integer':
    case 'number':
      return numberOf(text, notation);
    case 'boolean':
      return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
    case 'select':
      return meantBy(field, text) ?? text;
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

/** A choice by its value, or by what people read for it. */
function meantBy({ options = {} }: Field, text: string): string | undefined {
  const isSaid = (word: string) => word.toLowerCase() === text.toLowerCase();
  const values = Object.keys(options);
  return values.find(isSaid) ?? values.find((value) => isSaid(options[value]!));
}
