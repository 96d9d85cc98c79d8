import { ActionIcon, CloseButton, Tooltip } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBinaryTree,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconList,
  IconUpload,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigateTo } from '../parts/app-link.tsx';
import { saveCsv } from '../parts/save-csv.ts';
import { SearchBox } from '../parts/search-box.tsx';
import { AddFilter } from './add-filter.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FilterChips } from './filter-chips.tsx';
import { listQueryParams } from './list-state.ts';
import type { ListToolbarProps } from './list-toolbar-props.ts';
import { pluralName } from './plural.ts';
import { SortMenu } from './sort-menu.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

/** Shows the toolbar above a list: search, filters and display options. */
export function ListToolbar(props: ListToolbarProps) {
  const { register, state, onState, compact, onCompact } = props;
  const go = useNavigateTo();
  const narrowing = {
    filters: register.filters,
    values: state.filters,
    onValues: (filters: Record<string, string>) => onState({ filters }),
  };
  return (
    <search className="mw-toolbar" aria-label={`Filter ${register.title}`}>
      {register.searchable && <ListSearch {...props} />}
      <AddFilter {...narrowing} />
      <FilterChips {...narrowing} />
      <div className="mw-toolbar-end">
        <ViewsMenu {...props} />
        <SortMenu register={register} state={state} onState={onState} />
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
        <ColumnChoice {...props} />
        {register.imports && (
          <IconToggle
            label="Import CSV"
            onClick={() => go(`/imports?target=${register.name}`)}
            icon={<IconUpload size={18} />}
          />
        )}
        {register.csv && (
          <IconToggle
            label="Export as CSV"
            onClick={() =>
              void saveCsv({ path: register.path, query: listQueryParams(state, false), name: register.name })
            }
            icon={<IconDownload size={18} />}
          />
        )}
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

const SEARCH_PAUSE_MS = 250;

function ListSearch({ register, state, onState }: ListToolbarProps) {
  const [text, setText] = useState(state.search);
  const timer = useRef(0);
  useEffect(() => setText(state.search), [state.search]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (next: string, pause = SEARCH_PAUSE_MS) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onState({ search: next.trim() }), pause);
  };
  return (
    <SearchBox
      className="mw-toolbar-search"
      label={`Search in ${register.title}`}
      placeholder={`Search in ${pluralName(register)}`}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('', 0)} />}
      value={text}
      onChange={type}
      onKeyDown={(event) => event.key === 'Enter' && type(text, 0)}
      spellCheck={false}
    />
  );
}
