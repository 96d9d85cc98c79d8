import type { ImportRecord } from '../../../features/imports/schemas.ts';

const COUNT = new Intl.NumberFormat('en');

/** Formats counts such as `2 added, 1 changed, 1 skipped.` Rows with errors are the skipped ones. */
export function countsText(counts: ImportRecord['counts']): string {
  const parts = [
    `${COUNT.format(counts.add)} added`,
    `${COUNT.format(counts.update)} changed`,
    counts.skip > 0 ? `${COUNT.format(counts.skip)} unchanged` : '',
    counts.error > 0 ? `${COUNT.format(counts.error)} skipped` : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
