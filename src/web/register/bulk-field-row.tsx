import { Checkbox, Text } from '@mantine/core';
import type { BulkField } from './bulk-fields.ts';
import { FormField } from './form-field.tsx';
import type { FormValues } from './form-values.ts';

interface BulkFieldRowProps {
  field: BulkField;
  /** Undefined leaves the values unchanged, and null clears them. */
  value: unknown;
  error: string | undefined;
  values: FormValues;
  onChange: (value: unknown) => void;
}

/** Shows the input of one field of a bulk edit, and a checkbox that clears the field. */
export function BulkFieldRow({ field, value, error, values, onChange }: BulkFieldRowProps) {
  const { input, isClearable } = field;
  const isCleared = value === null;
  return (
    <div>
      {isCleared ? (
        <div>
          {input.title}: the values are removed.{' '}
          {error && (
            <Text span size="sm" c="red">
              {error}
            </Text>
          )}
        </div>
      ) : (
        <FormField
          idprefix="bulk"
          field={input}
          value={value ?? null}
          error={error}
          record={null}
          values={values}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )}
      {isClearable && (
        <Checkbox
          mt={4}
          size="xs"
          label="Clear"
          aria-label={`Clear ${input.title}`}
          checked={isCleared}
          onChange={(event) => onChange(event.currentTarget.checked ? null : undefined)}
        />
      )}
    </div>
  );
}
