import { expect, test } from 'bun:test';
import type { AuditRow } from '../../../features/audit/index.ts';
import { foldRows } from './audit-folding.ts';

const rowOf = (auditlogid: number, actorkind: string, action: string) =>
  ({ auditlogid, actorkind, action, username: actorkind }) as AuditRow;

test('foldRows folds repeated actions of one machine, and no actions of people', () => {
  const rows = [
    rowOf(9, 'collector', 'collector.asset.ingested'),
    rowOf(8, 'collector', 'collector.asset.ingested'),
    rowOf(7, 'user', 'catalog.asset.updated'),
    rowOf(6, 'user', 'catalog.asset.updated'),
    rowOf(5, 'collector', 'collector.asset.ingested'),
    rowOf(4, 'agent', 'collector.asset.ingested'),
  ];
  const folded = foldRows(rows).map(({ row, others }) =>
    [row, ...others].map(({ auditlogid }) => auditlogid),
  );
  expect(folded).toEqual([[9, 8], [7], [6], [5], [4]]);
});

test('foldRows folds repeated sign-ins of one user from one address', () => {
  const signIn = (auditlogid: number, ipaddress: string) =>
    ({ ...rowOf(auditlogid, 'user', 'identity.user.loggedin'), ipaddress }) as AuditRow;
  const rows = [signIn(9, '10.0.0.1'), signIn(8, '10.0.0.1'), signIn(7, '10.0.0.2')];
  expect(foldRows(rows).map(({ others }) => others.length)).toEqual([1, 0]);
});
