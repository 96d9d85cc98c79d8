import type { Tx } from '../../kit/data/tx.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { refuseMissingOfType, refuseMissingValues } from '../../kit/resource/added-fields.ts';
import { type Field, isUnique } from '../../kit/resource/fields.ts';
import { idColumnOf } from '../../kit/resource/list-sorts.ts';
import { type Input, type RecordOut, type Register, tableOf } from '../../kit/resource/register.ts';
import { allFieldsOf } from '../../kit/resource/registers.ts';
import { AddedValues, AddedValuesProblem, type AddedWriteResult } from './added-columns.ts';
import { dropDecimals } from './damaged-cells.ts';
import { DuplicateRowCheck } from './duplicate-row-check.ts';
import { listFurtherErrors, ROLLED_BACK } from './further-errors.ts';
import { listMissingValues } from './missing-values.ts';
import { NamedValues } from './named-values.ts';
import type { RowOutcome } from './outcomes.ts';
import type { SheetPlan } from './plan-sheet.ts';
import { RecordCreator } from './record-creator.ts';
import { RecordFinder, type RecordMatch } from './record-finder.ts';
import { References } from './references.ts';
import { Renames } from './renames.ts';
import { describeIssues, errorOf, problemOf, type RowNames } from './row-errors.ts';
import { joinProblems, RowProblem, SkippedRow } from './row-problem.ts';
import { type RowInput, RowReader } from './row-reader.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import type { ImportTarget } from './target.ts';
import { UnknownValues } from './unknown-values.ts';

/** A row with its record. */
interface ReadRow {
  match: RecordMatch | undefined;
  before: RecordOut | undefined;
  read: RowInput;
}

/**
 * Imports the rows of one file into a register. A dry run writes each row like a commit and then rolls it
 * back.
 */
export class ImportRun {
  private readonly rows: RowReader;
  private readonly finder: RecordFinder;
  private readonly duplicates: DuplicateRowCheck;
  /** The fields whose values are unique. */
  private readonly unique: [string, Field][];
  private readonly references: References;
  private readonly names: RowNames;
  private readonly renames: Renames;
  readonly unknown = new UnknownValues();
  private readonly creator: RecordCreator;
  private readonly added: AddedValues;

  constructor(
    private readonly host: Host,
    private readonly target: ImportTarget,
    private readonly plan: SheetPlan,
    private readonly dryrun: boolean,
  ) {
    const { register } = target;
    const { columns, key, formats } = plan;
    const fields = allFieldsOf(host.registers, register);
    const added = columns.fields.flatMap((column) => (column.added ? [[column.name, column.field]] : []));
    this.names = { columns: columns.fields, fields: { ...Object.fromEntries(added), ...fields } };
    this.added = new AddedValues(register, columns.fields);
    this.unique = Object.entries(fields).filter(([, field]) => isUnique(field));
    this.creator = new RecordCreator(host);
    this.references = new References(host.registers, register, this.creator.isOfRow);
    const named = new NamedValues(host.registers, this.references, plan.choices, this.unknown, this.creator);
    this.rows = new RowReader(host.registers, this.references, named, columns, formats);
    this.finder = new RecordFinder(register, fields, columns, key, this.rows);
    const single = this.unique.map(([name]) => [name]);
    this.duplicates = new DuplicateRowCheck(this.names, [...single, ...(key.length > 1 ? [key] : [])]);
    this.renames = new Renames({
      target,
      names: this.names,
      keys: [...single, ...togetherOf(register)],
      id: columns.id,
      rows: plan.sheet.rows,
    });
  }

  /** Number of records that were created for unknown values, by register. */
  get created(): Record<string, number> {
    return this.creator.counts;
  }

  /** Imports one row and returns its outcome. Rolls back a row with an error, and every row of a dry run. */
  apply(tx: Tx, row: SheetRow): RowOutcome {
    let done: RowOutcome | undefined;
    const reading: { result?: ReadRow } = {};
    this.creator.beginRow();
    try {
      tx.attempt(() => {
        done = this.attempt(tx, row, reading);
        const isWritten = done.outcome === 'add' || done.outcome === 'update';
        if (isWritten) this.creator.countRow();
        if (this.dryrun || !isWritten) throw ROLLED_BACK;
      });
    } catch (cause) {
      if (cause !== ROLLED_BACK) throw cause;
    }
    const { result } = reading;
    return done!.outcome === 'error' && result ? this.addFurtherErrors(tx, result, done!) : done!;
  }

  private attempt(tx: Tx, row: SheetRow, reading: { result?: ReadRow }): RowOutcome {
    const { row: number, line, merged = [] } = row;
    try {
      refuseRagged(row, this.plan.sheet);
      const match = this.findRecord(tx, row);
      const before = match && { ...this.added.read(tx, match.id), ...this.recordOf(match.id) };
      const read = this.rows.read(tx, row, before);
      this.leaveName(match, read.input);
      Object.assign(read.input, this.target.fixed);
      reading.result = { match, before, read };
      if (read.problems.size > 0) throw joinProblems([...read.problems.values()]);
      this.duplicates.refuse(read.input, match?.id, line);
      this.refuseAddedDecimals(tx, read.input);
      this.renames.free(tx, match, before, read.input);
      const { id, ...done } = this.write(tx, match, before, read);
      if (!match && !this.dryrun) this.duplicates.noteCreated(id, line);
      if (before) this.renames.record(match.id, before, read.input);
      this.noteName(read.input);
      return { row: number, line, merged, errors: [], ...done };
    } catch (cause) {
      if (cause instanceof SkippedRow)
        return { row: number, line, merged, outcome: 'skip', reason: cause.message, errors: [], changes: {} };
      const { message: reason, errors } = problemOf(this.names, cause);
      return { row: number, line, merged, outcome: 'error', reason, errors, changes: {} };
    }
  }

  /**
   * Adds the errors that the row has in other fields. The row was rolled back, and so is every further attempt
   * to write it.
   */
  private addFurtherErrors(tx: Tx, { match, before, read }: ReadRow, done: RowOutcome): RowOutcome {
    const first = new RowProblem(done.reason!, done.errors);
    const duplicate = read.problems.size > 0 && this.duplicates.find(read.input, match?.id, done.line);
    const { addedFields } = this.host.registers;
    const missing = match ? [] : listMissingValues(addedFields, tx, this.target, read);
    const problems = duplicate ? [first, duplicate] : [first];
    const lost = this.listLostReferences(read.input);
    const found = listFurtherErrors(this.names, { ...read, lost }, problems, (rest) =>
      tx.attempt(() => {
        this.renames.free(tx, match, before, rest.input);
        this.write(tx, match, before, rest);
        throw ROLLED_BACK;
      }),
    );
    if (missing.length > 0) found.push(describeIssues(this.names, missing));
    const { message: reason, errors } = joinProblems(found);
    return { ...done, reason, errors };
  }

  /** Returns the fields that refer to records which the row created, and which are gone since it was rolled back. */
  private listLostReferences(input: Input): string[] {
    return this.plan.columns.fields.flatMap(({ name, field }) => {
      const target = field.ref && this.host.registers.get(field.ref.register);
      return target && this.creator.isOfRow(target, input[name] as number) ? [name] : [];
    });
  }

  /**
   * Returns the record of a row. When its key is invalid, throws that error with those of all other cells.
   */
  private findRecord(tx: Tx, row: SheetRow): RecordMatch | undefined {
    try {
      return this.matchOf(tx, row);
    } catch (cause) {
      if (!(cause instanceof RowProblem)) throw cause;
      const { problems } = this.rows.read(tx, row, undefined);
      throw joinProblems([cause, ...problems.values()]);
    }
  }

  /**
   * Returns the record of a row. In a dry run, a record that an earlier row has renamed still has its old
   * name; it does not match then.
   */
  private matchOf(tx: Tx, row: SheetRow): RecordMatch | undefined {
    const match = this.finder.find(tx, row);
    const isOfOldName = match?.isByKey && this.renames.isRenamed(match.id, this.finder.key[0]!);
    return isOfOldName ? undefined : match;
  }

  /** Removes a field that only identifies the record, such as a host name with its domain. */
  private leaveName(match: RecordMatch | undefined, input: Input): void {
    const [main] = this.finder.key;
    if (match?.isByKey && main !== undefined && this.target.register.findNamed?.[main]) delete input[main];
  }

  private schemaFor(before: RecordOut | undefined) {
    const { update, create } = this.target.resource.schemas;
    return before ? update : create;
  }

  /** Rejects an identifier such as `100234.0` when a record has `100234`. */
  private refuseAddedDecimals(tx: Tx, input: Input): void {
    for (const [name, field] of this.unique) {
      const value = input[name];
      const number = typeof value === 'string' ? dropDecimals(value) : undefined;
      const table = tableOf(this.target.register, name);
      if (!number || tx.value(`SELECT 1 FROM ${table} WHERE ${name} = ?`, number) === undefined) continue;
      const message = `"${value}" has decimals, so a spreadsheet has changed this value. Enter ${number}, which exists, or another value.`;
      throw new RowProblem(`${field.title}: ${message}`, [errorOf(this.names, name, message)]);
    }
  }

  private recordOf(id: number): RecordOut {
    const { register, resource } = this.target;
    const record = resource.lister.findOne(this.host.db, idColumnOf(register), id)!;
    this.refuseOtherType(record);
    return record;
  }

  private write(
    tx: Tx,
    match: RecordMatch | undefined,
    before: RecordOut | undefined,
    read: RowInput,
  ): Pick<RowOutcome, 'outcome' | 'reason' | 'changes'> & { id: number } {
    const { writer } = this.target.resource;
    const mark = tx.journal.length;
    const parsed = this.schemaFor(before).safeParse(read.input);
    if (!parsed.success) throw describeIssues(this.names, parsed.error.issues);
    const input = parsed.data as Input;
    // The key by which a row was matched keeps the spelling of the record.
    if (match?.isByKey) for (const name of this.finder.key) delete input[name];
    const stored = match && writer.updateIn(tx, match.id, input);
    const id = match?.id ?? writer.createIn(tx, input);
    const { changes: added, note: reason } = this.writeAdded(tx, id, read.added);
    const { register } = this.target;
    const { addedFields } = this.host.registers;
    if (stored) refuseMissingOfType(addedFields, tx, register, id, stored);
    else refuseMissingValues(addedFields, tx, register, id);
    tx.checkInvariants(mark);
    const isSame = tx.journal.length === mark && Object.keys(read.pending).length === 0;
    if (isSame) return { id, outcome: 'skip', reason, changes: {} };
    const after = this.recordOf(id);
    const changes = { ...this.changes(before, after, read.pending), ...added };
    return { id, outcome: before ? 'update' : 'add', reason, changes };
  }

  /** Writes the values of added columns. Returns their changes, and why some values were not written. */
  private writeAdded(tx: Tx, id: number, values: Input): Pick<AddedWriteResult, 'changes' | 'note'> {
    try {
      const done = this.added.write(tx, id, values);
      for (const record of done.created) this.creator.noteCreated(record.register, record.id);
      return done;
    } catch (cause) {
      if (!(cause instanceof AddedValuesProblem)) throw cause;
      throw describeIssues(
        this.names,
        cause.issues.map(({ path, message }) => ({ path: [path], message })),
      );
    }
  }

  private refuseOtherType(before: RecordOut): void {
    const { assettypeid } = this.target.fixed;
    if (assettypeid !== undefined && before.assettypeid !== assettypeid)
      throw new RowProblem(
        `${before.assetnumber} already exists as another asset type: ${before.assettype}.`,
      );
  }

  private changes(
    before: RecordOut | undefined,
    after: RecordOut,
    pending: RecordOut,
  ): RowOutcome['changes'] {
    const changes: RowOutcome['changes'] = {};
    for (const { name, field } of this.plan.columns.fields.filter(({ added }) => !added)) {
      const display = field.ref ? this.host.registers.displayKey(name, field) : name;
      for (const key of [name, display]) {
        const [old, now] = [before?.[key] ?? null, after[key] ?? null];
        if (old !== now) changes[key] = [old, now];
      }
      if (name in pending) changes[display] = [before?.[display] ?? null, pending[name]];
    }
    return changes;
  }

  /** Remembers a name, because later rows of a dry run may refer to the record that this row would add. */
  private noteName(input: Input): void {
    const label = input[this.target.register.label];
    if (this.dryrun && typeof label === 'string') this.references.pending.add(foldName(label));
  }
}

/** Returns the fields that identify a record together, its name first. */
function togetherOf({ uniqueTogether }: Register): string[][] {
  if (!uniqueTogether) return [];
  const { fields, names } = uniqueTogether;
  return [[names, ...fields.filter((name) => name !== names)]];
}

/**
 * Throws a `RowProblem` when a row is too short or too long, because its cells are probably shifted and would
 * get into the wrong fields.
 */
function refuseRagged({ cells }: SheetRow, { headers, width }: Sheet): void {
  const isTooLong = cells.slice(headers.length).some((cell) => cell.trim() !== '');
  if (cells.length < width || isTooLong)
    throw new RowProblem(`This row has ${cells.length} cells, the header has ${width}.`);
}
