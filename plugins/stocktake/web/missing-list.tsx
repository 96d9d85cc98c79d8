import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { formatCount, type StocktakeItem } from './data.ts';

const PER_PAGE = 100;

/** Lists the assets that were not seen yet, grouped by their recorded location. */
export function MissingList({ stocktakeid, missing }: { stocktakeid: number; missing: number }) {
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['stocktake', stocktakeid, 'missing'],
    enabled: isOpen,
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      request<StocktakeItem[]>('GET', `/stocktakes/${stocktakeid}/items`, {
        query: { state: 'expected', sort: 'location', dir: 'asc', per_page: PER_PAGE, page: pageParam },
      }),
    getNextPageParam: (last, pages) => (last.data.length < PER_PAGE ? undefined : pages.length + 1),
  });
  const items = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className="mw-card" aria-label="Still missing">
      <Button
        fullWidth
        size="md"
        variant="subtle"
        color="gray"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} missing assets ({missing.toLocaleString('en')})
      </Button>
      {isOpen && (
        <ul className="mw-stocktake-list" aria-busy={query.isPending}>
          {items.map((item, n) => (
            <Fragment key={item.stocktakeitemid}>
              {item.location !== items[n - 1]?.location && (
                <li className="mw-stocktake-place">
                  <h2>{item.location}</h2>
                </li>
              )}
              <li>
                <div>
                  {item.assetnumber}
                  <div className="mw-muted">{[item.name, item.assettype].filter(Boolean).join(' · ')}</div>
                </div>
              </li>
            </Fragment>
          ))}
        </ul>
      )}
      {isOpen && query.hasNextPage && (
        <Button
          fullWidth
          size="md"
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {formatCount(missing - items.length, 'more asset')}
        </Button>
      )}
    </section>
  );
}
