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

/** Maximum marks of a record. An adapter may generate new addresses again and again. */
const MAX_MARKS = 100;

/** An asset with marks. */
interface MarkRow {
  assetid: number;
}

/** Returns a JSON list of values in the folded form of marks. */
const listOf = (values: readonly string[]): string => JSON.stringify(values.map(foldName));

/** Reports whether the record has a mark of this kind and owner with one of the values. */
export const hasMark = (
  reader: Reader,
  { assetid }: MarkRow,
  kind: MarkKind,
  owner: MarkOwner,
  values: readonly string[],
): boolean => marksOf.get(reader, { assetid, kind, owner, values: listOf(values) }) !== undefined;

/** Reports whether two computers or devices were found to alternate at the record. */
export const isSplit = (reader: Reader, { assetid }: MarkRow): boolean =>
  marksOfOthers.get(reader, { assetid }) !== undefined;

/**
 * Records identifying values of an asset, folded, in place of earlier marks of the same values. Only the
 * newest 100 marks of an asset stay. They are outside the journal, because they are not history for users.
 */
export function mark(
  tx: Tx,
  { assetid }: MarkRow,
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
export const unmark = (tx: Tx, { assetid }: MarkRow, kind: MarkKind, values: readonly string[]): void =>
  void deleteMarks.run(tx, { assetid, kind, values: listOf(values) });

/** Removes all marks of an asset, after a user decided that it and another record are the same. */
export const deleteIdentityMarks = (tx: Tx, assetid: number): void =>
  void deleteAllMarks.run(tx, { assetid });
