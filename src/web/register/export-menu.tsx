import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { joinValueList } from '../../kit/resource/filter-operators.ts';
import { saveCsv } from '../parts/save-csv.ts';
import type { ListColumn } from './columns/list-column.ts';
import { listShownFields } from './list-columns.tsx';
import { type ListState, listQueryParams } from './list-state.ts';

interface ExportMenuProps {
  register: RegisterDescriptor;
  state: ListState;
  columns: readonly ListColumn[];
}

/** Downloads the list as CSV: with the columns on the page in their order, or with all of them. */
export function ExportMenu({ register, state, columns }: ExportMenuProps) {
  const save = (names: readonly string[]) =>
    void saveCsv({
      path: register.path,
      query: { ...listQueryParams(state, false), columns: joinValueList(names) || undefined },
      name: register.name,
    });
  // A reference is exported by its name. People can read it, and imports understand it.
  const shown = listShownFields(register, columns).map(({ name, ref }) => ref?.display ?? name);
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={36} aria-label="Export as CSV" title="Export as CSV">
          <IconDownload size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save(shown)}>Shown columns</Menu.Item>
        <Menu.Item onClick={() => save([])}>All columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
