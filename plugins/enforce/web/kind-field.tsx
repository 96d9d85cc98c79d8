import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../src/web/plugin-parts.tsx';

/**
 * Creates a field that selects a type from a register of another plugin. It offers the first 100 types. It is
 * disabled when they cannot be loaded, for example because that plugin is off.
 */
const kindField = (path: string, id: string, name: string): FieldRenderer => ({
  value: ({ record, value }: PluginFieldValueProps) =>
    value === null || value === undefined ? (
      <span className="mw-muted">–</span>
    ) : (
      String(record[name] ?? `Number ${value}`)
    ),
  input: ({ field, value, error, onChange }: PluginFieldInputProps) => {
    const { data = [], isError } = useQuery({
      queryKey: ['enforce-kinds', path],
      queryFn: () => get<Record<string, unknown>[]>(path, { per_page: 100 }),
      retry: false,
    });
    return (
      <NativeSelect
        label={field.title}
        description={isError ? 'The plugin for this field is disabled.' : field.help}
        disabled={isError}
        error={error}
        data={[
          { value: '', label: 'Not set' },
          ...data.map((row) => ({ value: String(row[id]), label: String(row[name]) })),
        ]}
        value={value ? String(value) : ''}
        onChange={(event) => onChange(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
      />
    );
  },
});

export const ComputerTypeField = kindField('/computers/types', 'computertypeid', 'computertype');
export const MeasuringToolTypeField = kindField(
  '/measuringtools/types',
  'measuringtooltypeid',
  'measuringtooltype',
);
