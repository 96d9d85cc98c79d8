import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import {
  addMark,
  dropMarks,
  dropOldestMarks,
  forgetMarks,
  type MarkKind,
  type MarkOwner,
  marksOf,
  marksOfOthers,
} from './mark-queries.ts';

/** A record is limited to so many marks, because an adapter may make its address up again and again. */
const MAX_MARKS = 100;

/** An asset whose identity is marked. */
interface Marked {
  assetid: number;
}

/** Reports whether the record has a mark of this kind with one of the values. */
export const hasMark = (
  reader: Reader,
  { assetid }: Marked,
  kind: MarkKind,
  owner: MarkOwner,
  values: readonly string[],
): boolean => marksOf.get(reader, { assetid, kind, owner, values: JSON.stringify(values) }) !== undefined;

/** Reports whether two things were found to have reported to the record in turns. */
export const isSplit = (reader: Reader, { assetid }: Marked): boolean =>
  marksOfOthers.get(reader, { assetid }) !== undefined;

/** Records values of a record, outside the journal, because they are no history that a person would read. */
export function mark(
  tx: Tx,
  { assetid }: Marked,
  kind: MarkKind,
  owner: MarkOwner,
  values: readonly string[],
): void {
  dropMarks.run(tx, { assetid, kind, values: JSON.stringify(values) });
  for (const value of values.slice(0, MAX_MARKS)) addMark.run(tx, { assetid, kind, owner, value });
  dropOldestMarks.run(tx, { assetid, most: MAX_MARKS });
}

/** Removes the marks of values that the record has now. */
export const unmark = (tx: Tx, { assetid }: Marked, kind: MarkKind, values: readonly string[]): void =>
  void dropMarks.run(tx, { assetid, kind, values: JSON.stringify(values) });

/** Removes all marks of an asset: a person decided that it and another record are one thing. */
export const forgetIdentity = (tx: Tx, assetid: number): void => void forgetMarks.run(tx, { assetid });
