import { visible } from '../../kit/clean-text.ts';
import { withoutGuard } from '../../kit/http/csv.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { withSingleBlanks } from './cell-text.ts';

const YES = new Set(['true', 'yes', 'y', '1', 'x']);
const NO = new Set(['false', 'no', 'n', '0']);

/**
 * The text of a cell as a value for the field's own validation, which judges it; undefined for an empty cell. What a
 * spreadsheet would take for a formula is text like any other.
 */
export function valueOfCell(field: Field, cell: string, decimalcomma: boolean): unknown {
  const text = withoutGuard(visible(cell).trim());
  if (text === '') return undefined;
  switch (field.kind) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'number':
      return numberOf(decimalcomma ? text.replace(',', '.') : text);
    case 'boolean':
      return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
    case 'select':
      return meantBy(field, text) ?? text;
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

const numberOf = (text: string) => (/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text);
