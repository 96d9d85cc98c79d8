import { IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import type { TabProps } from '../../../../src/web/plugin-parts.tsx';
import { operatorReportsQuery } from './report-queries.ts';
import { ReportTable } from './report-table.tsx';
import { HowTo } from './reports-page.tsx';

const PAGE = 20;

/** Lists the operator reports of a computer, the newest first. */
export function ReportsTab({ record }: TabProps) {
  const assetid = Number(record.assetid);
  const [page, setPage] = useState(1);
  const query = useQuery(operatorReportsQuery({ assetid, page, per_page: PAGE }));
  return (
    <ReportTable
      title="Operator reports"
      query={query}
      rows={query.data?.data}
      foot={<Pager info={query.data?.pagination} onPage={setPage} />}
      expected={3}
      empty={{ icon: IconHeadset, title: 'No reports yet', text: <HowTo /> }}
    />
  );
}
