import { Pagination, type PaginationProps } from '@mantine/core';
import type { Pagination as PageInfo } from '../api/client.ts';

export interface PagerProps extends Omit<PaginationProps, 'total' | 'value' | 'onChange'> {
  /** Paging data from the server; absent before the first response. */
  info: PageInfo | undefined;
  onPage: (page: number) => void;
}

/** Shows the page navigation of a list; nothing when there is only one page. */
export function Pager({ info, onPage, ...rest }: PagerProps) {
  if (!info || info.pages < 2) return null;
  return (
    <Pagination
      size="sm"
      total={info.pages}
      value={info.page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      {...rest}
    />
  );
}
