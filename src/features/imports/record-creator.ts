import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { type Input, isKitMade, type Register } from '../../kit/resource/register.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { listLookupTexts, truncateForError } from './cell-text.ts';
import { listNarrowingFields } from './references.ts';
import { RowProblem } from './row-problem.ts';

/** Creates records for the unknown values of a file, and counts those of the rows that succeed. */
export class RecordCreator {
  /** The records that the current row created: register and ID, with the key by which they are counted. */
  private readonly current = new Map<string, { register: string; key: string }>();
  private readonly keys = new Map<string, Set<string>>();

  /** Number of rows so far. In a dry run the rows have the same IDs in turn. */
  private row = 0;

  constructor(private readonly host: Host) {}

  /** Forgets the records of the previous row. */
  beginRow(): void {
    this.row++;
    this.current.clear();
  }

  /** Counts the records that the current row created. */
  countRow(): void {
    for (const { register, key } of this.current.values())
      this.keys.set(register, (this.keys.get(register) ?? new Set()).add(key));
  }

  /** Number of created records by register. */
  get counts(): Record<string, number> {
    return Object.fromEntries([...this.keys].map(([register, keys]) => [register, keys.size]));
  }

  /** Counts a record that a feature created for the current row. */
  noteCreated(register: string, id: number): void {
    this.current.set(`${register} ${id}`, { register, key: `row ${this.row} ${id}` });
  }

  /** Reports whether the current row created a record, which is gone when the row is rolled back. */
  isOfRow = (register: Register, id: number): boolean => this.current.has(`${register.name} ${id}`);

  /**
   * Creates a record with a name and the values of the row that distinguish records of the same name, such as
   * the vendor of a model. Returns its ID. Throws a `RowProblem` when a record needs more than that.
   */
  create(tx: Tx, register: Register, cell: string, values: Input): number {
    const name = listLookupTexts(cell)[0] ?? '';
    const narrowing = listNarrowingFields(register, values);
    const input: Input = { [register.label]: name };
    for (const field of narrowing) input[field] = values[field];
    const id = this.write(tx, register, input);
    const parts = narrowing.map((field) => this.keyOf(register, field, values[field]));
    const key = JSON.stringify([foldName(name), ...parts]);
    this.current.set(`${register.name} ${id}`, { register: register.name, key });
    return id;
  }

  private write(tx: Tx, register: Register, input: Input): number {
    const { schemas, writer } = this.host.resource(register);
    const name = truncateForError(String(input[register.label]));
    const refuse = (reason: string): RowProblem =>
      new RowProblem(
        `The ${toSentenceForm(register.one)} "${name}" cannot be created: ${reason} Create it in its own list, or choose an existing one.`,
      );
    if (!isKitMade(register, 'create')) throw refuse('This list cannot be filled by an import.');
    const parsed = schemas.create.safeParse(input);
    if (!parsed.success)
      throw refuse(parsed.error.issues.map(({ path, message }) => titled(register, path, message)).join(' '));
    const mark = tx.journal.length;
    try {
      const id = writer.createIn(tx, parsed.data as Input);
      tx.checkInvariants(mark);
      return id;
    } catch (cause) {
      if (cause instanceof AppError) throw refuse(cause.message);
      throw cause;
    }
  }

  /** Returns a value for the key of a record. A record of the same row has no lasting ID in a dry run. */
  private keyOf(register: Register, field: string, value: unknown): unknown {
    const target = register.fields[field]?.ref?.register;
    return (target && this.current.get(`${target} ${value}`)?.key) ?? value;
  }
}

const titled = ({ fields }: Register, path: readonly PropertyKey[], message: string): string => {
  const title = fields[String(path[0])]?.title;
  return title && !message.startsWith(title) ? `${title}: ${message}` : message;
};
