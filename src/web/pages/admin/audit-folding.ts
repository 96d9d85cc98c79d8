import type { AuditRow } from '../../../features/audit/index.ts';
import { type FoldedRows, foldRepeated, isByPerson } from '../../parts/fold-repeated.ts';

/** A row of the audit log, with the following rows that are folded into it. */
export type FoldedRow = FoldedRows<AuditRow>;

/** An action of people that changes no record. */
const SIGN_IN = 'identity.user.loggedin';

/**
 * Folds rows that follow one another and are the same action of the same machine, such as the inventories of
 * a collector, or repeated sign-ins of one user from one address. Changes by people are never folded.
 */
export const foldRows = (rows: readonly AuditRow[]): FoldedRow[] => foldRepeated(rows, isRepeated);

const isRepeated = (one: AuditRow, next: AuditRow): boolean =>
  (!isByPerson(next) || (next.action === SIGN_IN && one.ipaddress === next.ipaddress)) &&
  one.action === next.action &&
  one.actorkind === next.actorkind &&
  one.username === next.username;
