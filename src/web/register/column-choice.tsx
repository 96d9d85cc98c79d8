import { ActionIcon, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { listColumnFields, listDefaultColumns } from './list-columns.tsx';
import type { ListToolbarProps } from './list-toolbar-props.ts';

/** Lets the user choose the columns of a list. This browser stores the choice for each register. */
export function ColumnChoice({ register, columns, onColumns }: ListToolbarProps) {
  const fields = listColumnFields(register);
  const toggle = (name: string) =>
    onColumns(columns.includes(name) ? columns.filter((other) => other !== name) : [...columns, name]);
  return (
    <Popover width={240} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon size={36} aria-label="Choose columns" title="Columns">
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8} mah={360} style={{ overflowY: 'auto' }}>
          {fields.map((field) => (
            <Checkbox
              key={field.name}
              size="xs"
              label={field.title}
              checked={columns.includes(field.name) || field.name === register.labelfield}
              disabled={field.name === register.labelfield}
              onChange={() => toggle(field.name)}
            />
          ))}
        </Stack>
        <Button
          size="compact-sm"
          variant="subtle"
          mt="sm"
          ml={-8}
          onClick={() => onColumns(listDefaultColumns(register))}
        >
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
