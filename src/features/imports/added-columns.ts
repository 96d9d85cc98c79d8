import { type Actor, hasPermission } from '../../kit/actor.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, type Issue } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { AddedImportColumn, SiteImportColumns } from '../../kit/import-columns.ts';
import { hasAddedFields } from '../../kit/resource/added-fields.ts';
import type { Input, RecordOut, Register } from '../../kit/resource/register.ts';
import { RowProblem } from './row-problem.ts';

/** The result of writing all added columns of a row. */
export interface AddedWriteResult {
  changes: Record<string, [unknown, unknown]>;
  created: { register: string; id: number }[];
  /** The reasons why some values were not written; null without one. */
  note: string | null;
}

/** A column that a feature adds to imports, with its source. */
export interface AddedColumn extends AddedImportColumn {
  source: SiteImportColumns;
}

/** Returns the columns that features add to imports into a register, for one asset type or for all. */
export function listAddedColumns(
  host: Host,
  register: Register,
  assettype: string | undefined,
): AddedColumn[] {
  if (!hasAddedFields(register)) return [];
  return host.db.read((reader) =>
    host.contributions
      .importColumns(host)
      .flatMap((source) =>
        host.pluginErrors.isolate(source.plugin, 'import columns', [], () =>
          source.listColumns(reader, assettype).map((column) => ({ ...column, source })),
        ),
      ),
  );
}

/** Returns the reason why an import of the actor ignores a column; undefined when it uses the column. */
export function findIgnoredReason(actor: Actor, { source, field }: AddedColumn): string | undefined {
  if (!source.isEnabled)
    return `${field.title} needs the plugin ${source.title}, which is disabled. Enable it to import this column.`;
  if (hasPermission(actor, source.needs)) return undefined;
  return `You do not have the permission to import ${field.title.toLowerCase()}. Ask an admin, or import the file without this column.`;
}

/** Reads and writes the values of added columns for the rows of one file. */
export class AddedValues {
  /** The names of the columns in the file, by their source. */
  private readonly sources: Map<SiteImportColumns, string[]>;

  constructor(
    private readonly register: Register,
    columns: readonly { name: string; added?: AddedColumn }[],
  ) {
    const used = columns.flatMap(({ name, added }) => (added ? [{ name, source: added.source }] : []));
    const groups = [...Map.groupBy(used, ({ source }) => source)];
    this.sources = new Map(groups.map(([source, of]) => [source, [...new Set(of.map(({ name }) => name))]]));
  }

  /** Returns the present values of a record, as exports contain them. */
  read(tx: Tx, id: number): RecordOut {
    const values: RecordOut = {};
    for (const [source, names] of this.sources)
      Object.assign(values, source.readValues?.(tx, this.assetOf(tx, id), names));
    return values;
  }

  /** Writes the values of a record. Throws a `RowProblem` with the errors of all invalid values. */
  write(tx: Tx, id: number, values: Input): AddedWriteResult {
    const changes: AddedWriteResult['changes'] = {};
    const created: AddedWriteResult['created'] = [];
    const notes: string[] = [];
    const issues: Issue[] = [];
    for (const [source, names] of this.sources) {
      const own = names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
      if (own.length === 0) continue;
      try {
        const assetid = this.assetOf(tx, id);
        const done = source.writeValues(tx, assetid, Object.fromEntries(own));
        Object.assign(changes, done.changes);
        created.push(...(done.created ?? []));
        if (done.note) notes.push(done.note);
      } catch (cause) {
        issues.push(...issuesOf(cause));
      }
    }
    if (issues.length > 0) throw new AddedValuesProblem(issues);
    return { changes, created, note: notes.join(' ') || null };
  }

  private assetOf(tx: Tx, id: number): number {
    return this.register.asset ? (tx.row(this.register.table, id)!.assetid as number) : id;
  }
}

/** The errors of added columns, whose titles the caller adds. */
export class AddedValuesProblem extends RowProblem {
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join(' '));
  }
}

/** Returns the issues of a validation error. Rethrows any other error. */
function issuesOf(cause: unknown): Issue[] {
  const issues = cause instanceof AppError ? (cause.details as { issues?: Issue[] })?.issues : undefined;
  if (!issues) throw cause;
  return issues;
}
