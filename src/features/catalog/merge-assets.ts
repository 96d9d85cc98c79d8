import type { MergedAssets } from '../../kit/asset-merge.ts';
import { tableNameOf } from '../../kit/data/query.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { BelongingsMove } from './belongings-move.ts';
import { moveRow, type RowMove } from './move-row.ts';
import { assetcollisions, assethistory, assets, communications, relationships } from './tables.ts';

/** What `moved` calls the rows of tables that are no registers. */
const KINDS: Readonly<Record<string, string>> = { assetfiles: 'files', communications: 'addresses' };

/** They tell of one record alone, or have rules of their own. */
const OWN = new Set([assethistory, assetcollisions, communications, relationships].map(tableNameOf));

type Step = (tx: Tx) => void;
type From = RowMove & { from: number };

/**
 * Makes one asset of two, a row at a time: whatever refers to the one that is retired, by a foreign key, refers to the
 * one that is kept afterwards; so does what refers to its row in the register of its type. What the kept one has already
 * and can be there once only stays with the retired one.
 */
export class AssetMerge {
  /** Rows that were moved, by kind. */
  readonly moved: Record<string, number> = {};
  /** The last one first. */
  private steps: Step[] = [];

  constructor(
    private readonly host: Host,
    private readonly pair: MergedAssets,
  ) {}

  /** The lines of ledgers come last but for what follows from them: the rules about a ledger wait until then. */
  begin(tx: Tx): void {
    const { kept, retired } = this.pair;
    // Nobody else refers to what goes any more, or changes it: a row that comes to it now would be left with it.
    tx.rowLocks?.lock(tableNameOf(assets), retired);
    tx.bumpModified(assets, retired);
    for (const { before } of this.host.contributions.assetMerges)
      before?.(tx, this.pair, (kind) => this.count(kind));
    const stay = new Set([...OWN, ...this.host.contributions.staysOnMerge]);
    const [steps, ledgers]: [Step[][], Step[][]] = [[], []];
    for (const { table, column } of tx.schema.keysTo(tableNameOf(assets))) {
      if (stay.has(table)) continue;
      const extension = this.host.registers.findByTable(table);
      if (!extension?.asset) steps.push(this.rows(tx, { table, column, from: retired, to: kept }));
      else this.extended(tx, table, { stay, steps, ledgers });
    }
    const belongings = new BelongingsMove(this.pair, (kind) => this.count(kind));
    const position: Step = (tx) => this.movePosition(tx);
    this.steps = [(tx: Tx) => this.end(tx), ...ledgers, ...steps, belongings.steps(tx), position].flat();
  }

  /** Does the next step and answers whether there is more. */
  step(tx: Tx): boolean {
    this.steps.pop()?.(tx);
    return this.steps.length > 0;
  }

  private end(tx: Tx): void {
    tx.isMerge = true;
    for (const { after } of this.host.contributions.assetMerges) after?.(tx, this.pair);
  }

  /** What refers to the retired one's row in a register, where the kept one has one there too. */
  private extended(
    tx: Tx,
    table: string,
    into: { stay: ReadonlySet<string>; steps: Step[][]; ledgers: Step[][] },
  ): void {
    const { id } = tx.schema.table(table);
    const rowOf = (assetid: number) =>
      tx.value<number>(`SELECT ${id} FROM ${table} WHERE assetid = ?`, assetid);
    const [from, to] = [rowOf(this.pair.retired), rowOf(this.pair.kept)];
    if (from === undefined || to === undefined) return;
    tx.rowLocks?.lock(table, from);
    const ledgers = new Set(
      this.host.registers
        .ledgersOf(this.host.registers.findByTable(table)!)
        .map(({ register }) => register.table),
    );
    for (const { table: other, column } of tx.schema.keysTo(table)) {
      if (into.stay.has(other)) continue;
      const rows = this.rows(tx, { table: other, column, from, to });
      (ledgers.has(other) ? into.ledgers : into.steps).push(rows);
    }
  }

  /** One step for each row that refers to `from`. Tables without an id of their own are kept right by triggers. */
  private rows(tx: Tx, way: From): Step[] {
    const { table, column, from } = way;
    const { id } = tx.schema.table(table);
    if (id === '' || id === column) return [];
    return tx
      .all<{ id: number }>(`SELECT ${id} AS id FROM ${table} WHERE ${column} = ? ORDER BY ${id} DESC`, from)
      .map((row) => (tx) => this.move(tx, row.id, way));
  }

  private move(tx: Tx, id: number, { table, column, from, to }: From): void {
    tx.isMerge = true;
    // Somebody else may have removed or moved it since the steps were listed.
    if (tx.row(table, id)?.[column] !== from) return;
    for (const { ending } of this.host.contributions.assetMerges)
      ending?.[table]?.(tx, id, (kind) => this.count(kind));
    if (moveRow(tx, this.host.registers.findByTable(table), { table, column, to }, id))
      this.count(this.kindOf(table));
  }

  /** Where it stands on the map, unless the kept one has a place there. */
  private movePosition(tx: Tx): void {
    const [kept, retired] = [tx.row(assets, this.pair.kept)!, tx.row(assets, this.pair.retired)!];
    const { mapx, mapy, levelid, mapverifiedat } = retired;
    if (kept.mapx !== null || kept.levelid !== null || mapx === null) return;
    tx.update(assets, retired.assetid, { mapx: null, mapy: null, levelid: null, mapverifiedat: null });
    tx.update(assets, kept.assetid, { mapx, mapy, levelid, mapverifiedat });
    this.count('positions');
  }

  private kindOf(table: string): string {
    const named = this.host.contributions.assetMerges.find(({ kinds }) => kinds?.[table] !== undefined);
    return KINDS[table] ?? named?.kinds?.[table] ?? this.host.registers.findByTable(table)?.name ?? table;
  }

  private count(kind: string): void {
    this.moved[kind] = (this.moved[kind] ?? 0) + 1;
  }
}
