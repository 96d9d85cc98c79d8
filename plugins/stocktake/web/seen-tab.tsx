import { IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { FINISH_RESULTS, ITEM_STATES } from '../labels.ts';
import type { SeenAnswer } from './data.ts';

type Row = SeenAnswer['stocktakes'][number];
const DASH = <span className="mw-muted">–</span>;

const COLUMNS: TableColumn<Row>[] = [
  {
    title: 'Stocktake',
    headline: true,
    cell: ({ stocktakeid, title }) => (
      <AppLink to={`/stocktakes/${stocktakeid}`} className="mw-cell-link">
        {title}
      </AppLink>
    ),
  },
  { title: 'State', cell: ({ state }) => <StateBadge word={state} label={ITEM_STATES[state]} /> },
  { title: 'Seen', cell: ({ seenat }) => (seenat ? <RelativeTime at={seenat} /> : DASH) },
  { title: 'Seen by', cell: ({ seenby }) => seenby ?? DASH },
  { title: 'Result', cell: ({ settled }) => (settled ? FINISH_RESULTS[settled] : DASH) },
  { title: 'Note', wrap: true, cell: ({ note }) => note ?? DASH },
];

/** Shows the tab of an asset with its last verification and its stocktakes. */
export function SeenTab({ record }: TabProps) {
  const assetid = Number(record.assetid);
  const query = useQuery({
    queryKey: ['stocktakes-of', assetid],
    queryFn: () => get<SeenAnswer>(`/stocktakes/by-asset/${assetid}`),
  });
  const { verifiedat, verifiedby } = query.data ?? {};
  return (
    <DataTable
      title="Stocktakes"
      query={query}
      rows={query.data?.stocktakes}
      rowKey={({ stocktakeid }) => stocktakeid}
      columns={COLUMNS}
      tools={
        verifiedat && (
          <span className="mw-muted">
            Seen <RelativeTime at={verifiedat} /> by {verifiedby}
          </span>
        )
      }
      empty={{
        icon: IconScan,
        title: 'No stocktakes yet',
        text: 'Stocktakes of this asset are listed here, with the time of the scan and the user.',
      }}
    />
  );
}
