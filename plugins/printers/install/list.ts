import { type Actor, canSeePersonalData } from '../../../src/kit/actor.ts';
import type { RowOf } from '../../../src/kit/data/query.ts';
import type { Host } from '../../../src/kit/host.ts';
import { networkPrinters } from './queries.ts';

export type Installable = RowOf<typeof networkPrinters>;

export const MAX_LISTED = 20_000;

/** Returns the choices for installers: the active printers on the network, at most MAX_LISTED. */
export const listInstallable = (host: Host): Installable[] =>
  host.db.read((reader) => networkPrinters.all(reader, { most: MAX_LISTED }));

/** The columns of the list in a fixed order, because external programs rely on it. */
const COLUMNS = [
  'printerid',
  'windowsname',
  'vendorname',
  'modelnumber',
  'hostname',
  'ipaddress',
  'mapx',
  'mapy',
  'levelid',
] as const satisfies readonly (keyof Installable)[];

/**
 * Returns one printer per line, as nine values separated by `|`. Addresses are empty for callers without
 * access to them.
 */
export function formatInstallList(rows: readonly Installable[], actor: Actor): string {
  const visibleRows = canSeePersonalData(actor) ? rows : rows.map((row) => ({ ...row, ipaddress: null }));
  return visibleRows.map((row) => `${COLUMNS.map((column) => cell(row[column])).join('|')}\r\n`).join('');
}

/** Puts a blank in place of each character that would end the value or the line. */
const cell = (value: string | number | null): string =>
  String(value ?? '').replace(/[|\p{Cc}\u2028\u2029]/gu, ' ');
