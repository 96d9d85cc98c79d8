import { IconLink } from '@tabler/icons-react';
import type { AssetAsOf } from '../../../features/catalog/asset-as-of.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import type { ListQuery } from '../../parts/list-frame.tsx';
import { absoluteTime } from '../../parts/time.tsx';

type RelatedKind = AssetAsOf['related'][number];

const COLUMNS: TableColumn<RelatedKind['rows'][number]>[] = [
  { title: 'Record', headline: true, width: '24%', cell: ({ title }) => title },
  { title: 'Then', wrap: true, width: '38%', cell: ({ value }) => value ?? '–' },
  { title: 'Now', wrap: true, width: '38%', cell: ({ now }) => now ?? '–' },
];

const UNCHANGED = {
  title: 'No record has changed since',
  text: 'Addresses, connections, files and other records of the asset were the same as now.',
};

interface RelatedAsOfProps {
  query: ListQuery;
  data: AssetAsOf;
  /** Shows also the rows that have not changed. */
  hasAll: boolean;
}

/** Shows the rows that belonged to an asset on a day in the past beside the current ones, kind by kind. */
export function RelatedAsOf({ query, data, hasAll }: RelatedAsOfProps) {
  const kinds = data.related
    .map((kind) => ({ ...kind, rows: kind.rows.filter(({ state }) => hasAll || state !== 'unchanged') }))
    .filter(({ rows }) => rows.length > 0);
  const empty = { icon: IconLink, ...UNCHANGED };
  return (
    <>
      {kinds.map(({ name, title, rows, ismore }) => (
        <DataTable
          key={name}
          title={title}
          query={query}
          rows={rows}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          empty={empty}
          foot={
            ismore && <span className="mw-muted">There are more of them. The changed ones are first.</span>
          }
        />
      ))}
      {kinds.length === 0 && (
        <DataTable
          title="Other records"
          query={query}
          rows={[]}
          rowKey={() => ''}
          columns={COLUMNS}
          empty={empty}
        />
      )}
      {data.relatedsince && (
        <p className="mw-muted">
          Changes of addresses, connections, files and other records before {absoluteTime(data.relatedsince)}{' '}
          are not recorded, so some of these records may be newer.
        </p>
      )}
    </>
  );
}
