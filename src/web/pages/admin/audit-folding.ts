import type { AuditRow } from '../../../features/audit/index.ts';

/** A row of the audit log, with the following rows that are folded into it. */
export interface FoldedRow {
  row: AuditRow;
  others: AuditRow[];
}

const PEOPLE: ReadonlySet<string> = new Set(['user', 'token']);

/** An action of people that changes no record. */
const SIGN_IN = 'identity.user.loggedin';

/**
 * Folds rows that follow one another and are the same action of the same machine, such as the inventories of
 * a collector, or repeated sign-ins of one user from one address. Changes by people are never folded.
 */
export function foldRows(rows: readonly AuditRow[]): FoldedRow[] {
  const folded: FoldedRow[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    if (last && isRepeated(last.row, row)) last.others.push(row);
    else folded.push({ row, others: [] });
  }
  return folded;
}

const isRepeated = (one: AuditRow, next: AuditRow): boolean =>
  (!PEOPLE.has(next.actorkind) || (next.action === SIGN_IN && one.ipaddress === next.ipaddress)) &&
  one.action === next.action &&
  one.actorkind === next.actorkind &&
  one.username === next.username;
