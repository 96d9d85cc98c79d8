import { Checkbox, Group, Text } from '@mantine/core';
import type { BulkField } from './bulk-fields.ts';
import { FormField } from './form-field.tsx';
import type { FormValues } from './form-values.ts';

interface BulkFieldRowProps {
  field: BulkField;
  /** Undefined leaves the values unchanged, and null clears them. */
  value: unknown;
  error: string | undefined;
  values: FormValues;
  /** True when the input is added to the present text. */
  isAppended: boolean;
  onAppended: (isAppended: boolean) => void;
  onChange: (value: unknown) => void;
}

/** Shows the input of one field of a bulk edit, and checkboxes that clear the field or add to its text. */
export function BulkFieldRow(props: BulkFieldRowProps) {
  const { field, value, error, values, isAppended, onAppended, onChange } = props;
  const { input, isClearable, isText } = field;
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
      <Group gap="md" mt={4}>
        {isText && !isCleared && (
          <Checkbox
            size="xs"
            label="Add to present text"
            aria-label={`Add to present text of ${input.title}`}
            checked={isAppended}
            onChange={(event) => onAppended(event.currentTarget.checked)}
          />
        )}
        {isClearable && (
          <Checkbox
            size="xs"
            label="Clear"
            aria-label={`Clear ${input.title}`}
            checked={isCleared}
            onChange={(event) => onChange(event.currentTarget.checked ? null : undefined)}
          />
        )}
      </Group>
    </div>
  );
}
