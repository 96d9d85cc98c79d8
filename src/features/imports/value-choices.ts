import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import type { Register } from '../../kit/resource/register.ts';
import type { Registers } from '../../kit/resource/registers.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { listLookupTexts } from './cell-text.ts';
import { type ImportColumn, normalizeHeader } from './header-words.ts';

/** The choices for the unknown values of a column. */
export const UNKNOWN_CHOICES = ['create', 'empty', 'skip', 'error'] as const;
type UnknownChoice = (typeof UNKNOWN_CHOICES)[number];
/** The choice for one value: the ID of an existing record, or one of the words. */
export type ValueChoice = number | UnknownChoice;

/** The choices of a request, by column and value. */
export interface RequestedChoices {
  unknown: Readonly<Record<string, UnknownChoice>>;
  values: Readonly<Record<string, Readonly<Record<string, ValueChoice>>>>;
}

interface ColumnChoices {
  otherwise: UnknownChoice;
  /** Set when the request has a choice for the column. */
  isChosen: boolean;
  /** The choices of single values: by the text in the request, and by the folded name. */
  values: Map<string, ValueChoice>;
}

/** Returns the text by which a value is compared with others of its column. */
export const valueKeyOf = (cell: string): string => foldName(listLookupTexts(cell)[0] ?? '');

/** The choices for the values of a file, validated against its columns and the records. */
export class ValueChoices {
  private readonly columns = new Map<number, ColumnChoices>();

  /**
   * Throws 400 for a column that is not in the file or contains no names, and for the ID of a missing record.
   * Throws 403 when the actor may not create the records that a choice creates.
   */
  constructor(
    private readonly registers: Registers,
    private readonly actor: Actor,
    columns: readonly ImportColumn[],
    headers: readonly string[],
    requested: RequestedChoices,
  ) {
    for (const [header, choice] of Object.entries(requested.unknown)) {
      const column = findColumn(columns, headers, `unknown.${header}`, header);
      const own = this.choicesOf(column);
      if (own.isChosen && own.otherwise !== choice) throw contradiction(`unknown.${header}`, column.header);
      Object.assign(own, { otherwise: choice, isChosen: true });
      if (choice === 'create') this.refuseCreation(column);
    }
    for (const [header, values] of Object.entries(requested.values)) {
      const column = findColumn(columns, headers, `values.${header}`, header);
      for (const [value, choice] of Object.entries(values)) this.setValue(column, value, choice);
    }
  }

  /** Throws 400 for an ID that no record of the column's register has. */
  refuseMissingIds(reader: Reader, columns: readonly ImportColumn[]): void {
    for (const column of columns) {
      const values = this.columns.get(column.index)?.values;
      if (!values) continue;
      const { table, id, one } = this.registerOf(column);
      for (const [value, choice] of values) {
        if (typeof choice !== 'number') continue;
        if (reader.value(`SELECT 1 FROM ${table} WHERE ${id} = ?`, choice) === undefined)
          throw invalid(
            `values.${column.header}`,
            `There is no ${toSentenceForm(one)} with the ID ${choice}. Choose another one for "${value}".`,
          );
      }
    }
  }

  /** Returns the choice for this value; undefined when only its column has a choice. */
  ofValue({ index }: ImportColumn, cell: string): ValueChoice | undefined {
    const values = this.columns.get(index)?.values;
    if (!values || values.size === 0) return undefined;
    return values.get(cell) ?? values.get(valueKeyOf(cell));
  }

  /** Returns the choice for the unknown values of a column. */
  ofColumn({ index }: ImportColumn): UnknownChoice {
    return this.columns.get(index)?.otherwise ?? 'error';
  }

  private setValue(column: ImportColumn, value: string, choice: ValueChoice): void {
    const { values } = this.choicesOf(column);
    if (choice === 'create') this.refuseCreation(column);
    for (const text of [value, valueKeyOf(value)]) {
      const other = values.get(text);
      if (other !== undefined && other !== choice)
        throw contradiction(`values.${column.header}.${value}`, value);
      values.set(text, choice);
    }
  }

  private choicesOf({ index }: ImportColumn): ColumnChoices {
    const choices = this.columns.get(index) ?? { otherwise: 'error', isChosen: false, values: new Map() };
    this.columns.set(index, choices);
    return choices;
  }

  private registerOf({ field }: ImportColumn): Register {
    return this.registers.get(field.ref!.register);
  }

  private refuseCreation(column: ImportColumn): void {
    const { can, many } = this.registerOf(column);
    if (isAuthorized(this.actor, can.create)) return;
    throw new AppError(
      'FORBIDDEN',
      `You do not have the permission to add ${toSentenceForm(many)}, so the values of "${column.header}" cannot be created. Choose existing records, or ask an admin.`,
    );
  }
}

/** Returns 400 for two different choices for one column or value in two spellings. */
const contradiction = (path: string, name: string) =>
  invalid(path, `There are two different choices for "${name}", in two spellings. Remove one of them.`);

/** Returns the column with names of records that a choice is for. Throws 400 when there is none. */
function findColumn(
  columns: readonly ImportColumn[],
  headers: readonly string[],
  path: string,
  header: string,
): ImportColumn {
  const word = normalizeHeader(header);
  const found =
    columns.find((column) => column.header === header.trim()) ??
    columns.find((column) => normalizeHeader(column.header) === word);
  if (found?.field.ref && found.byname) return found;
  const isInFile = headers.some((one) => normalizeHeader(one) === word);
  throw invalid(
    path,
    isInFile
      ? `The column "${header}" contains no names of other records. Remove this choice.`
      : `The file has no column "${header}". Remove this choice.`,
  );
}
