import type { Reader } from '../../kit/data/reader.ts';
import { foldName } from '../../kit/fold-name.ts';
import {
  type AddedFieldSource,
  createMissingIssue,
  hasAddedFields,
} from '../../kit/resource/added-fields.ts';
import type { RowInput } from './row-reader.ts';
import type { ImportTarget } from './target.ts';

/** Returns the errors of the required custom fields that the row of a new asset leaves empty. */
export function listMissingValues(
  addedFields: AddedFieldSource | undefined,
  reader: Reader,
  { register, fixed }: ImportTarget,
  { input, added, problems }: RowInput,
): { path: string[]; message: string }[] {
  if (!addedFields || !hasAddedFields(register)) return [];
  const type = register.asset?.type ?? ((input.assettypeid ?? fixed.assettypeid) as number | undefined);
  const filled = new Set([...Object.keys(added), ...problems.keys()].map(foldName));
  return addedFields
    .listRequired(reader, type)
    .map(({ key, title }) => createMissingIssue(key, title))
    .filter(({ path }) => !filled.has(foldName(path)))
    .map(({ path, message }) => ({ path: [path], message }));
}
