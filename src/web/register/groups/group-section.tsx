import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GroupOfList } from '../../../features/dashboard/list-groups.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { listShownFields } from '../list-columns.tsx';
import { ListFooter } from '../list-footer.tsx';
import { ListRows } from '../list-rows.tsx';
import { type ListState, listQuery } from '../list-state.ts';
import type { ListTableProps } from '../list-table-props.ts';
import { describeGroup } from './use-groups.ts';

const NO_ROWS: RegisterRecord[] = [];

export interface GroupSectionProps extends Omit<ListTableProps, 'rows'> {
  group: GroupOfList;
  isInitiallyOpen: boolean;
  /** Receives the rows that a section shows, none while it is closed. `key` identifies the section. */
  onRows: (key: string, rows: RegisterRecord[]) => void;
}

/** Shows a group of a list with its number of rows. When it is open, it shows its rows in pages. */
export function GroupSection({ group, isInitiallyOpen, onRows, ...list }: GroupSectionProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className="mw-group">
      <h2>
        <button type="button" className="mw-plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon size={16} aria-hidden />
          <span className="mw-group-title">{describeGroup(group)}</span>
          <span className="mw-muted">{group.count.toLocaleString('en')}</span>
        </button>
      </h2>
      {isOpen && <GroupRows group={group} onRows={onRows} list={list} />}
    </section>
  );
}

interface GroupRowsProps extends Pick<GroupSectionProps, 'group' | 'onRows'> {
  list: Omit<ListTableProps, 'rows'>;
}

function GroupRows({ group, onRows, list }: GroupRowsProps) {
  const { register, state, onState, columns } = list;
  const [page, setPage] = useState(1);
  const own: ListState = { ...state, page, filters: { ...state.filters, ...group.filter } };
  const { data, error, isPlaceholderData, refetch } = useQuery(
    listQuery(register, own, listShownFields(register, columns)),
  );
  const rows = data?.data ?? NO_ROWS;
  const key = JSON.stringify(group.filter);
  useEffect(() => {
    onRows(key, rows);
    return () => onRows(key, NO_ROWS);
  }, [key, rows, onRows]);
  if (!data) return error ? <ErrorView error={error} retry={refetch} /> : <SkeletonRows rows={4} />;
  const change = (patch: Partial<ListState>) => {
    if (patch.page === undefined) onState(patch);
    else setPage(patch.page);
  };
  return (
    <>
      <ListRows {...list} title={describeGroup(group)} rows={rows} isOld={isPlaceholderData} />
      {(data.pagination?.pages ?? 1) > 1 && (
        <ListFooter info={data.pagination} count={rows.length} state={own} onState={change} />
      )}
    </>
  );
}
