import type { MergedAssets } from '../../kit/asset-merge.ts';
import { tableNameOf } from '../../kit/data/query.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { BelongingsMove } from './belongings-move.ts';
import { moveRow, type RowMove } from './move-row.ts';
import { assetcollisions, assethistory, assets, communications, relationships } from './tables.ts';

/** Names in `moved` for the rows of tables without a register. */
const KINDS: Readonly<Record<string, string>> = { assetfiles: 'files', communications: 'addresses' };

/** Tables whose rows belong to one record only, or that have rules of their own. */
const HANDLED_TABLES = new Set(
  [assethistory, assetcollisions, communications, relationships].map(tableNameOf),
);

type Step = (tx: Tx) => void;
type From = RowMove & { from: number };

/**
 * Merges two assets, one row at a time. Foreign keys to the retired asset then refer to the one that stays.
 * So do references to its row in the register of its type, if both assets have one. A row that would
 * duplicate a unique row of the remaining asset stays with the retired one, as do rows of tables in
 * `staysOnMerge`. The caller runs `begin` once, then `step` until it returns false.
 */
export class AssetMerge {
  /** Number of moved rows, by kind. */
  readonly moved: Record<string, number> = {};
  /** The remaining steps, the next one last. */
  private steps: Step[] = [];

  constructor(
    private readonly host: Host,
    private readonly pair: MergedAssets,
  ) {}

  /**
   * Lists the steps. Rows of ledgers are moved last before the `after` hooks, because the rules of a ledger
   * are enforced only then.
   */
  begin(tx: Tx): void {
    const { kept, retired } = this.pair;
    // The lock keeps other transactions from changing the retired asset or referring to it. A row that is
    // added to it now would not be moved.
    tx.rowLocks?.lock(tableNameOf(assets), retired);
    tx.bumpModified(assets, retired);
    for (const { before } of this.host.contributions.assetMerges)
      before?.(tx, this.pair, (kind) => this.count(kind));
    const stay = new Set([...HANDLED_TABLES, ...this.host.contributions.staysOnMerge]);
    const [steps, ledgers]: [Step[][], Step[][]] = [[], []];
    for (const { table, column } of tx.schema.keysTo(tableNameOf(assets))) {
      if (stay.has(table)) continue;
      const extension = this.host.registers.findByTable(table);
      if (!extension?.asset) steps.push(this.rows(tx, { table, column, from: retired, to: kept }));
      else this.addExtensionSteps(tx, table, { stay, steps, ledgers });
    }
    const belongings = new BelongingsMove(this.pair, (kind) => this.count(kind));
    const position: Step = (tx) => this.movePosition(tx);
    this.steps = [(tx: Tx) => this.end(tx), ...ledgers, ...steps, belongings.steps(tx), position].flat();
  }

  /** Runs the next step. Returns whether more steps follow. */
  step(tx: Tx): boolean {
    this.steps.pop()?.(tx);
    return this.steps.length > 0;
  }

  private end(tx: Tx): void {
    tx.isMerge = true;
    for (const { after } of this.host.contributions.assetMerges) after?.(tx, this.pair);
  }

  /**
   * Adds steps for rows that refer to the retired asset's row in a register, when the remaining asset has a
   * row there too.
   */
  private addExtensionSteps(
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

  /**
   * Returns one step for each row that refers to `from`. Skips tables without an ID of their own, because
   * triggers maintain them.
   */
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
    // Since the steps of the merge were listed, another user may have deleted or moved the row. It is skipped
    // then.
    if (tx.row(table, id)?.[column] !== from) return;
    for (const { ending } of this.host.contributions.assetMerges)
      ending?.[table]?.(tx, id, (kind) => this.count(kind));
    if (moveRow(tx, this.host.registers.findByTable(table), { table, column, to }, id))
      this.count(this.kindOf(table));
  }

  /** Moves the map position of the retired asset, unless the remaining asset has one. */
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
