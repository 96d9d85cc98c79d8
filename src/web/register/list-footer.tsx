import { NativeSelect } from '@mantine/core';
import type { Pagination as PageInfo } from '../api/client.ts';
import { Pager } from '../parts/pager.tsx';
import { type ListState, PAGE_SIZES } from './list-state.ts';

const COUNT = new Intl.NumberFormat('en');

interface ListFooterProps {
  info: PageInfo | undefined;
  count: number;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
}

/** Shows the number of rows and the page navigation. */
export function ListFooter({ info, count, state, onState }: ListFooterProps) {
  const total = info?.total ?? count;
  const first = info ? (info.page - 1) * info.perpage + 1 : 1;
  return (
    <div className="mw-list-foot">
      <div role="status" className="mw-muted">
        {total === 0
          ? 'None'
          : `${COUNT.format(first)}–${COUNT.format(first + count - 1)} of ${COUNT.format(total)}`}
      </div>
      {info && (
        <div>
          <NativeSelect
            size="xs"
            aria-label="Rows per page"
            data={PAGE_SIZES.map((value) => ({ value, label: `${value} rows` }))}
            value={String(state.perpage)}
            onChange={(event) => onState({ perpage: Number(event.currentTarget.value) })}
          />
          <Pager info={info} onPage={(page) => onState({ page })} />
        </div>
      )}
    </div>
  );
}
