import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import {
  addMark,
  computerOfAsset,
  dropMarks,
  dropOldestMarks,
  forgetMarks,
  type KnownComputer,
  type MarkKind,
  type MarkOwner,
  marksOf,
  marksOfOthers,
} from './queries.ts';

/** So many of a record are remembered: an adapter that makes its address up anew fills nothing. */
const MOST = 100;

/** Whether the record has a mark of this kind with one of the values. */
export const hasMark = (
  reader: Reader,
  { computerid }: KnownComputer,
  kind: MarkKind,
  owner: MarkOwner,
  values: readonly string[],
): boolean => marksOf.get(reader, { computerid, kind, owner, values: JSON.stringify(values) }) !== undefined;

/** Whether the record was found to have told of two computers in turns. */
export const isSplit = (reader: Reader, { computerid }: KnownComputer): boolean =>
  marksOfOthers.get(reader, { computerid }) !== undefined;

/** Remembers values of a record, outside the journal: no person would read it as history. */
export function mark(
  tx: Tx,
  computerid: number,
  kind: MarkKind,
  owner: MarkOwner,
  values: readonly string[],
): void {
  dropMarks.run(tx, { computerid, kind, values: JSON.stringify(values) });
  for (const value of values) addMark.run(tx, { computerid, kind, owner, value });
  dropOldestMarks.run(tx, { computerid, most: MOST });
}

/** What a record has now is no mark any more. */
export const unmark = (tx: Tx, computerid: number, kind: MarkKind, values: readonly string[]): void =>
  void dropMarks.run(tx, { computerid, kind, values: JSON.stringify(values) });

/** Removes all marks of an asset's record: a person decided that it and another record are one computer. */
export function forgetIdentity(tx: Tx, assetid: number): void {
  const known = computerOfAsset.get(tx, { assetid });
  if (known) forgetMarks.run(tx, known);
}
