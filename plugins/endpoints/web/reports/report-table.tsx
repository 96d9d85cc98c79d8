import '../endpoint-styles.ts';
import { IconPhoto } from '@tabler/icons-react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable, type DataTableProps, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { pcPath } from '../../pc-path.ts';
import { type OperatorReport, reportPath, reportTitleOf } from './report-queries.ts';

type ReportTableProps = Omit<DataTableProps<OperatorReport>, 'rowKey' | 'columns'> & {
  /** True when the reports come from many PCs. The table then has a column for the PC. */
  ofMany?: boolean;
};

/** Lists operator reports with links to their pages. */
export function ReportTable({ ofMany, ...list }: ReportTableProps) {
  const columns = ofMany ? [TEXT_COLUMN, PC_COLUMN, ...OTHER_COLUMNS] : [TEXT_COLUMN, ...OTHER_COLUMNS];
  return <DataTable {...list} rowKey={({ operatorreportid }) => operatorreportid} columns={columns} />;
}

const TEXT_COLUMN: TableColumn<OperatorReport> = {
  title: 'Report',
  headline: true,
  wrap: true,
  cell: (report) => (
    <>
      <AppLink className="mw-cell-link" to={reportPath(report.operatorreportid)}>
        {reportTitleOf(report)}
      </AppLink>
      {reportTitleOf(report) !== report.text && <div className="mw-muted mw-told">{report.text}</div>}
    </>
  ),
};

const PC_COLUMN: TableColumn<OperatorReport> = {
  title: 'PC',
  cell: ({ assetid, devicename }) => <AppLink to={pcPath(assetid, 'reports')}>{devicename}</AppLink>,
};

const OTHER_COLUMNS: TableColumn<OperatorReport>[] = [
  { title: 'Machine', cell: ({ machinenumber }) => machinenumber },
  {
    title: 'Screenshot',
    cell: ({ hasscreenshot }) =>
      hasscreenshot && (
        <span className="mw-state">
          <IconPhoto size={16} aria-hidden />
          Yes
        </span>
      ),
  },
  { title: 'Received', cell: ({ createddate }) => <RelativeTime at={createddate} /> },
];
