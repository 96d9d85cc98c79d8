import { IconArrowRight } from '@tabler/icons-react';

function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Shows the change of one field as `old -> new`. A missing value is `empty`, an object is JSON. */
export function ChangeText({ from, to }: { from: unknown; to: unknown }) {
  return (
    <span className="mw-diff">
      <del>{toText(from)}</del>
      <IconArrowRight size={14} aria-label="became" role="img" />
      <ins>{toText(to)}</ins>
    </span>
  );
}
