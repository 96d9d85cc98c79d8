import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBinaryTree,
  IconEye,
  IconEyeOff,
  IconList,
  IconUpload,
} from '@tabler/icons-react';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ListSearch } from '../search/list-search.tsx';
import { AddFilter } from './add-filter.tsx';
import { ColumnChoice } from './columns/column-choice.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { useListFilters } from './filters/use-list-filters.ts';
import { GroupMenu } from './groups/group-menu.tsx';
import type { ListToolbarProps } from './list-toolbar-props.ts';
import { pluralName } from './plural.ts';
import { SortMenu } from './sort-menu.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

/** Shows the toolbar above a list: search, filters and display options. */
export function ListToolbar(props: ListToolbarProps) {
  const { register, state, onState, compact, onCompact } = props;
  const go = useNavigateTo();
  const narrowing = {
    filters: useListFilters(register),
    values: state.filters,
    onValues: (filters: Record<string, string>) => onState({ filters }),
  };
  return (
    <search className="mw-toolbar" aria-label={`Filter ${register.title}`}>
      {register.searchable && (
        <ListSearch
          list={register.name}
          title={register.title}
          placeholder={`Search in ${pluralName(register)}`}
          search={state.search}
          onSearch={(search) => onState({ search })}
        />
      )}
      <AddFilter {...narrowing} />
      <FilterChips {...narrowing} />
      <div className="mw-toolbar-end">
        <ViewsMenu {...props} />
        <SortMenu {...props} />
        {register.istree && (
          <IconToggle
            label={state.aslist ? 'Show as tree' : 'Show as list'}
            onClick={() => onState({ aslist: !state.aslist })}
            icon={state.aslist ? <IconBinaryTree size={18} /> : <IconList size={18} />}
          />
        )}
        {register.hasinactive && (
          <IconToggle
            label={state.inactive ? 'Hide inactive records' : 'Include inactive records'}
            pressed={state.inactive}
            onClick={() => onState({ inactive: !state.inactive })}
            icon={state.inactive ? <IconEye size={18} /> : <IconEyeOff size={18} />}
          />
        )}
        <span className="mw-hide-phone">
          <IconToggle
            label={compact ? 'Normal rows' : 'Compact rows'}
            pressed={compact}
            onClick={() => onCompact(!compact)}
            icon={compact ? <IconBaselineDensityMedium size={18} /> : <IconBaselineDensitySmall size={18} />}
          />
        </span>
        <GroupMenu {...props} />
        <ColumnChoice {...props} />
        {register.imports && (
          <IconToggle
            label="Import CSV"
            onClick={() => go(`/imports?target=${register.name}`)}
            icon={<IconUpload size={18} />}
          />
        )}
        {register.csv && <ExportMenu {...props} />}
      </div>
    </search>
  );
}

interface IconToggleProps {
  label: string;
  icon: React.ReactNode;
  onClick: () => void;
  pressed?: boolean;
}

function IconToggle({ label, icon, onClick, pressed }: IconToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={36}
        aria-label={label}
        aria-pressed={pressed}
        variant={pressed ? 'light' : 'subtle'}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
