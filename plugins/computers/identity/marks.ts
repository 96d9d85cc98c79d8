import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import {
  addMark,
  deleteAllMarks,
  deleteMarks,
  deleteOldestMarks,
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

/** Returns a JSON list of values as marks are stored: folded. */
const listOf = (values: readonly string[]): string => JSON.stringify(values.map(foldName));

/** Reports whether the record has a mark of this kind with one of the values. */
export const hasMark = (
  reader: Reader,
  { assetid }: Marked,
  kind: MarkKind,
  owner: MarkOwner,
  values: readonly string[],
): boolean => marksOf.get(reader, { assetid, kind, owner, values: listOf(values) }) !== undefined;

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
  deleteMarks.run(tx, { assetid, kind, values: listOf(values) });
  for (const value of values.slice(0, MAX_MARKS))
    addMark.run(tx, { assetid, kind, owner, value: foldName(value) });
  deleteOldestMarks.run(tx, { assetid, most: MAX_MARKS });
}

/** Removes the marks of values that the record has now. */
export const unmark = (tx: Tx, { assetid }: Marked, kind: MarkKind, values: readonly string[]): void =>
  void deleteMarks.run(tx, { assetid, kind, values: listOf(values) });

/** Removes all marks of an asset: a person decided that it and another record are one thing. */
export const deleteIdentityMarks = (tx: Tx, assetid: number): void =>
  void deleteAllMarks.run(tx, { assetid });
