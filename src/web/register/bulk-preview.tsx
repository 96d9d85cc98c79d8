import { Alert } from '@mantine/core';
import type { BulkField } from './bulk-fields.ts';
import type { BulkAnswer } from './bulk-scope.ts';

const COUNT = new Intl.NumberFormat('en');

interface BulkPreviewProps {
  fields: BulkField[];
  /** Undefined until the preview is loaded. */
  previews: BulkAnswer['fields'];
  failure: string | null;
}

/** Shows the present values with their number of assets, and the value after a bulk edit. */
export function BulkPreview({ fields, previews, failure }: BulkPreviewProps) {
  return (
    <Alert role="status" title="Changes">
      {failure ?? (previews ? null : 'Counting …')}
      {previews?.map(({ field, before, others, after, changed }) => {
        const title = fields.find(({ input }) => input.name === field)?.input.title ?? field;
        const values = before.map(({ title: value, count }) => `${COUNT.format(count)} ${value ?? 'empty'}`);
        if (others > 0) values.push(`${COUNT.format(others)} with other values`);
        return (
          <div key={field}>
            <strong>{title}:</strong> {values.join(', ')} → {after ?? 'empty'} ({COUNT.format(changed)}{' '}
            changed)
          </div>
        );
      })}
    </Alert>
  );
}
