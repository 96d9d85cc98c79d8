import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../api/client.ts';

const PAGE = 50;

/**
 * Loads the rows of a list route, 50 at a time. Returns the properties `query`, `rows` and `foot` of
 * `DataTable`. `older` is the label of the button that loads more. `queryKey` contains the filters.
 */
export function useGrowingList<Row>(
  queryKey: readonly unknown[],
  address: string,
  older: string,
  filters: Readonly<Record<string, string | number | undefined>> = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      request<Row[]>('GET', address, { query: { ...filters, page: pageParam, per_page: PAGE } }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  });
  const foot = query.hasNextPage && (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {older}
    </Button>
  );
  return { query, rows: query.data?.pages.flatMap((page) => page.data), foot };
}
