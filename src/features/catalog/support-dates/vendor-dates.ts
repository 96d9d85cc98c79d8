import type { Reader } from '../../../kit/data/reader.ts';
import { systemsAmong } from '../queries.ts';
import { findSupportDate } from './find-end-of-support.ts';
import type { SupportDate } from './find-windows-end-of-support.ts';

/** Returns a value of the vendor's support date by operating system ID, for those whose date is known. */
export function mapSupportDates(
  reader: Reader,
  osids: readonly number[],
  pick: (date: SupportDate) => string,
): Map<number, string> {
  const systems = systemsAmong.all(reader, { ids: JSON.stringify(osids) });
  return new Map(
    systems.flatMap(({ osid, osname, osversion }) => {
      const date = findSupportDate(osname, osversion);
      return date ? [[osid, pick(date)]] : [];
    }),
  );
}
