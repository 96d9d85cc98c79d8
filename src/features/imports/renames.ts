import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { foldName } from '../../kit/fold-name.ts';
import { idColumnOf } from '../../kit/resource/list-sorts.ts';
import { fromClauseOf, type Input, type RecordOut, tableOf } from '../../kit/resource/register.ts';
import { hasValue } from '../../kit/resource/same-value.ts';
import type { IdColumn } from './columns.ts';
import type { RecordMatch } from './record-finder.ts';
import { readId } from './references.ts';
import { errorOf, type RowNames } from './row-errors.ts';
import { RowProblem } from './row-problem.ts';
import type { SheetRow } from './sheet.ts';
import type { ImportTarget } from './target.ts';

interface RenamesOptions {
  target: ImportTarget;
  names: RowNames;
  /** Fields, or combinations of fields, whose values are unique. The first field of each is the name. */
  keys: readonly (readonly string[])[];
  id: IdColumn | undefined;
  rows: readonly SheetRow[];
}

/**
 * Tracks the names that rows of a file take away from records, so that later rows can use them for others.
 */
export class Renames {
  /** The IDs of the records that earlier rows have renamed, by the changed field. */
  private readonly renamed = new Map<string, Set<number>>();
  private lines: Map<number, number> | undefined;

  constructor(private readonly options: RenamesOptions) {}

  /** Records which names a row changes in its record, so that other rows may use the previous names. */
  record(id: number, before: RecordOut, input: Input): void {
    for (const [name] of this.options.keys)
      if (isChanged(name!, before, input))
        this.renamed.set(name!, (this.renamed.get(name!) ?? new Set()).add(id));
  }

  /** Reports whether an earlier row has changed the field `name` of a record. */
  isRenamed = (id: number, name: string): boolean => this.renamed.get(name)?.has(id) ?? false;

  /**
   * Frees the names of a row that earlier rows have taken away from other records. In a dry run those records
   * still have them, because each row is rolled back. Throws a `RowProblem` when another row of the file has
   * the ID of the record with the name.
   */
  free(tx: Tx, match: RecordMatch | undefined, before: RecordOut | undefined, input: Input): void {
    if (!this.options.id && this.renamed.size === 0) return;
    const values = { ...before, ...input };
    for (const names of this.options.keys) {
      if (!names.some((name) => isChanged(name, before, input))) continue;
      const owner = this.ownerOf(tx, names, values, match?.id);
      if (owner === undefined) continue;
      const [name] = names as [string];
      if (this.isRenamed(owner, name)) this.clear(tx, owner, name);
      else this.refuse(owner, name, String(values[name]));
    }
  }

  private refuse(owner: number, name: string, value: string): void {
    const line = this.lineOf(owner);
    if (line === undefined) return;
    const { names } = this.options;
    const message = `"${value}" is the name of the record in line ${line} of this file. Move the row that renames that record above this one. To swap two names, first give one of the records a third name.`;
    throw new RowProblem(`${names.fields[name]!.title}: ${message}`, [errorOf(names, name, message)]);
  }

  private clear(tx: Tx, owner: number, name: string): void {
    const { register } = this.options.target;
    const table = tableOf(register, name);
    const own = tx.row(register.table, owner)!;
    tx.update(table, table === register.table ? owner : (own.assetid as number), { [name]: `~${owner}` });
  }

  /** Returns the ID of another record that has the values of a key. */
  private ownerOf(
    reader: Reader,
    names: readonly string[],
    values: Input,
    id: number | undefined,
  ): number | undefined {
    const { target, names: register } = this.options;
    if (typeof values[names[0]!] !== 'string') return undefined;
    const conditions = names.map((name) =>
      hasValue(target.register, name, register.fields[name]!, (values[name] ?? null) as Value),
    );
    const own = idColumnOf(target.register);
    return reader.value<number>(
      `SELECT ${own} FROM ${fromClauseOf(target.register)} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} AND ${own} <> ? LIMIT 1`,
      ...conditions.flatMap(({ params }) => params),
      id ?? 0,
    );
  }

  /** Returns the line of the row with the ID of a record. */
  private lineOf(record: number): number | undefined {
    const { id, rows } = this.options;
    if (!id) return undefined;
    this.lines ??= new Map(
      rows.flatMap(({ cells, line }): [number, number][] => {
        const number = readId(cells[id.index]?.trim() ?? '');
        return number === undefined ? [] : [[number, line]];
      }),
    );
    return this.lines.get(record);
  }
}

const isChanged = (name: string, before: RecordOut | undefined, input: Input): boolean =>
  input[name] !== undefined && foldName(String(before?.[name] ?? '')) !== foldName(String(input[name] ?? ''));
