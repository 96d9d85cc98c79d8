import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { recordId } from './resolve.ts';

/**
 * Returns label type and ID of a record; null without a label. All assets have one, and records of registers
 * with a label type.
 */
function labelOf(register: RegisterDescriptor, record: RegisterRecord): { type: string; id: string } | null {
  if (register.isasset && record.assetid) return { type: 'asset', id: String(record.assetid) };
  return register.labeltype ? { type: register.labeltype, id: String(recordId(register, record)) } : null;
}

/** Returns the path of the label of a record; null without one. */
export function labelPath(register: RegisterDescriptor, record: RegisterRecord): string | null {
  const label = labelOf(register, record);
  return label && `/print/asset-label/${label.type}/${label.id}`;
}

/** Returns the path of the labels of several records of one register; null if no record has a label. */
export function labelsPath(register: RegisterDescriptor, records: readonly RegisterRecord[]): string | null {
  const labels = records.flatMap((record) => labelOf(register, record) ?? []);
  const [first] = labels;
  return first ? `/print/labels/${first.type}?ids=${labels.map(({ id }) => id).join(',')}` : null;
}
