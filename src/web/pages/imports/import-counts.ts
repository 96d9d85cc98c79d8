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

/** Describes what the undo of an import does with its records. */
export function describeUndo({ add, update }: Pick<ImportRecord['counts'], 'add' | 'update'>): string {
  const added = `${COUNT.format(add)} added ${add === 1 ? 'record is' : 'records are'} deleted`;
  const changed = `${COUNT.format(update)} changed ${update === 1 ? 'record gets its' : 'records get their'} previous values back`;
  return `${[...(add > 0 ? [added] : []), ...(update > 0 ? [changed] : [])].join(', and ')}.`;
}
