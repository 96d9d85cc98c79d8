import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { recordId } from './resolve.ts';

/** What the label pages call the record: every asset has a label, and every place. */
function labelOf(register: RegisterDescriptor, record: RegisterRecord): { type: string; id: string } | null {
  if (register.isasset && record.assetid) return { type: 'asset', id: String(record.assetid) };
  return register.labeltype ? { type: register.labeltype, id: String(recordId(register, record)) } : null;
}

/** The page with the label of a record; null where it has none. */
export function labelPath(register: RegisterDescriptor, record: RegisterRecord): string | null {
  const label = labelOf(register, record);
  return label && `/print/asset-label/${label.type}/${label.id}`;
}

/** The page with the labels of records of one register; null where they have none. */
export function labelsPath(register: RegisterDescriptor, records: readonly RegisterRecord[]): string | null {
  const labels = records.flatMap((record) => labelOf(register, record) ?? []);
  const [first] = labels;
  return first ? `/print/labels/${first.type}?ids=${labels.map(({ id }) => id).join(',')}` : null;
}
