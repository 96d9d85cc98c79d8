import type { MergedAssets } from '../../kit/asset-merge.ts';
import { isTaken } from '../../kit/data/disk-errors.ts';
import { nameOf } from '../../kit/data/query.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { twinOf } from '../../kit/resource/merging.ts';
import { moveBelongings } from './move-belongings.ts';
import { assetcollisions, assethistory, assets, communications, relationships } from './tables.ts';

/** What `moved` calls the rows of tables that are no registers. */
const KINDS: Readonly<Record<string, string>> = { assetfiles: 'files', communications: 'addresses' };

/** They tell of one record alone, or have rules of their own. */
const OWN = new Set([assethistory, assetcollisions, communications, relationships].map(nameOf));

type Step = (tx: Tx) => void;

/**
 * Makes one asset of two, a step at a time: whatever refers to the one that is retired, by a foreign key, refers to the
 * one that is kept afterwards; so does what refers to its row in the register of its type. What the kept one has already
 * and can be there once only stays with the retired one.
 */
export class AssetMerge {
  /** Rows that were moved, by kind. */
  readonly moved: Record<string, number> = {};
  private steps: Step[] | undefined;

  constructor(
    private readonly host: Host,
    private readonly both: MergedAssets,
  ) {}

  /** Does the next step and answers whether there is more. */
  step(tx: Tx): boolean {
    this.steps ??= this.begin(tx);
    this.steps.pop()?.(tx);
    return this.steps.length > 0;
  }

  /** The steps, the last one first. */
  private begin(tx: Tx): Step[] {
    const { kept, retired } = this.both;
    for (const { before } of this.host.gathered.assetMerges)
      before?.(tx, this.both, (kind) => this.count(kind));
    const stay = new Set([...OWN, ...this.host.gathered.staysOnMerge]);
    const steps: Step[] = [];
    const ledgers: Step[] = [];
    for (const { table, column } of tx.schema.keysTo(nameOf(assets))) {
      if (stay.has(table)) continue;
      const extension = this.host.registers.ofTable(table);
      if (!extension?.asset) steps.push(...this.rows(tx, { table, column, from: retired, to: kept }));
      else this.extended(tx, table, { stay, steps, ledgers });
    }
    const belongings: Step = (tx) => moveBelongings(tx, this.both, (kind) => this.count(kind));
    const position: Step = (tx) => this.movePosition(tx);
    const together: Step = (tx) => {
      for (const step of ledgers) step(tx);
      for (const { after } of this.host.gathered.assetMerges) after?.(tx, this.both);
    };
    return [together, ...steps, belongings, position];
  }

  /** What refers to the retired one's row in a register, where the kept one has one there too. */
  private extended(
    tx: Tx,
    table: string,
    into: { stay: ReadonlySet<string>; steps: Step[]; ledgers: Step[] },
  ): void {
    const { id } = tx.schema.table(table);
    const rowOf = (assetid: number) =>
      tx.value<number>(`SELECT ${id} FROM ${table} WHERE assetid = ?`, assetid);
    const [from, to] = [rowOf(this.both.retired), rowOf(this.both.kept)];
    if (from === undefined || to === undefined) return;
    const ledgers = new Set(
      this.host.registers
        .ledgersOf(this.host.registers.ofTable(table)!)
        .map(({ register }) => register.table),
    );
    for (const { table: other, column } of tx.schema.keysTo(table)) {
      if (into.stay.has(other)) continue;
      const rows = this.rows(tx, { table: other, column, from, to });
      (ledgers.has(other) ? into.ledgers : into.steps).push(...rows);
    }
  }

  /** One step for each row that refers to `from`. Tables without an id of their own are kept right by triggers. */
  private rows(
    tx: Tx,
    { table, column, from, to }: { table: string; column: string; from: number; to: number },
  ): Step[] {
    const { id } = tx.schema.table(table);
    if (id === '' || id === column) return [];
    return tx
      .all<{ id: number }>(`SELECT ${id} AS id FROM ${table} WHERE ${column} = ? ORDER BY ${id} DESC`, from)
      .map((row) => (tx) => this.move(tx, { table, column, id: row.id, to }));
  }

  private move(
    tx: Tx,
    { table, column, id, to }: { table: string; column: string; id: number; to: number },
  ): void {
    const row = tx.row(table, id);
    if (!row) return;
    tx.isMerge = true;
    const twin = twinOf(tx, this.host.registers.ofTable(table), table, { ...row, [column]: to });
    if (twin !== undefined) reactivate(tx, table, row, twin);
    else if (refersTo(tx, { table, column, id, to })) this.count(this.kindOf(table));
  }

  /** Where it stands on the map, unless the kept one has a place there. */
  private movePosition(tx: Tx): void {
    const [kept, retired] = [tx.row(assets, this.both.kept)!, tx.row(assets, this.both.retired)!];
    const { mapx, mapy, levelid, mapverifiedat } = retired;
    if (kept.mapx !== null || kept.levelid !== null || mapx === null) return;
    tx.update(assets, retired.assetid, { mapx: null, mapy: null, levelid: null, mapverifiedat: null });
    tx.update(assets, kept.assetid, { mapx, mapy, levelid, mapverifiedat });
    this.count('positions');
  }

  private kindOf(table: string): string {
    const named = this.host.gathered.assetMerges.find(({ kinds }) => kinds?.[table] !== undefined);
    return KINDS[table] ?? named?.kinds?.[table] ?? this.host.registers.ofTable(table)?.name ?? table;
  }

  private count(kind: string): void {
    this.moved[kind] = (this.moved[kind] ?? 0) + 1;
  }
}

/** Answers whether the row could be moved: what is unique among some rows only, such as one line in a stocktake, stays. */
function refersTo(
  tx: Tx,
  { table, column, id, to }: { table: string; column: string; id: number; to: number },
): boolean {
  try {
    tx.attempt(() => tx.update(table, id, { [column]: to }));
    return true;
  } catch (cause) {
    if (isTaken(cause)) return false;
    throw cause;
  }
}

/** What is there on both is there as long as one of them has it. */
function reactivate(tx: Tx, table: string, row: Row, twin: number): void {
  if (row.isactive === 1 && tx.row(table, twin)?.isactive === 0) tx.update(table, twin, { isactive: 1 });
}
