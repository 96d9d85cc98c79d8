import { IconDownload, IconPrinter, IconReportAnalytics, IconTable } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReportAnswer, ReportSummary } from '../../../features/reports/index.ts';
import { get } from '../../api/client.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { Ago, calendarDate } from '../../parts/time.tsx';
import { type Asked, ReportParameters, ReportPlace, useAsked } from './report-asks.tsx';
import { reportsQuery } from './reports-page.tsx';

type Row = ReportAnswer['rows'][number];

/** One report: what it is asked by stands in the address, so that a link shows the same. */
export function ReportPage() {
  const { key } = useParams({ strict: false }) as { key: string };
  const { data, error, isLoading, refetch } = useQuery(reportsQuery);
  if (isLoading) return <PageSkeleton />;
  const report = data?.find((one) => one.key === key);
  if (!report) return <ErrorView error={error ?? new Error('There is no such report.')} retry={refetch} />;
  return <Report key={key} report={report} />;
}

function Report({ report }: { report: ReportSummary }) {
  const { key, title, description, parameters } = report;
  const asked = useAsked(report);
  const missing = parameters.filter(({ name, required }) => required && !asked[name]);
  const query = useQuery({
    queryKey: ['report', key, asked],
    queryFn: ({ signal }) => get<ReportAnswer>(`/reports/${key}`, asked, signal),
    enabled: missing.length === 0,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="mw-page">
      <PageHeader
        title={title}
        crumbs={[{ title: 'Reports', to: '/reports' }]}
        icon={<IconReportAnalytics size={22} aria-hidden />}
        subtitle={description}
      />
      <ReportParameters report={report} asked={asked} />
      <ReportPlace report={report} asked={asked} />
      {missing.length > 0 ? (
        <p className="mw-muted mw-no-print">
          Fill in {missing.map((one) => one.title).join(' and ')} to see the report.
        </p>
      ) : query.error && !query.data ? (
        <ErrorView error={query.error} retry={query.refetch} />
      ) : (
        <DataTable
          title={query.data ? countOf(query.data) : title}
          query={query}
          rows={query.data?.rows.map((row, index) => ({ ...row, [NUMBER]: index }))}
          rowKey={(row) => row[NUMBER] as number}
          columns={columnsOf(query.data)}
          tools={<Tools report={report} asked={asked} />}
          empty={{ icon: IconTable, title: 'Nothing to report', text: 'No record is as this report asks.' }}
        />
      )}
    </div>
  );
}

/** Rows of a report have no id; their place is theirs. */
const NUMBER = '#';

const countOf = ({ rows, truncated }: ReportAnswer): string =>
  truncated
    ? `The first ${rows.length.toLocaleString('en')} rows; the CSV has all`
    : `${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'row' : 'rows'}`;

function Tools({ report, asked }: { report: ReportSummary; asked: Asked }) {
  const failure = 'The report could not be saved';
  return (
    <span className="mw-state mw-no-print">
      <SmallButton icon={IconPrinter} onClick={() => window.print()}>
        Print
      </SmallButton>
      <SmallButton
        icon={IconDownload}
        onClick={() =>
          void saveCsv({ path: `/reports/${report.key}`, query: asked, name: report.key, failure })
        }
      >
        CSV
      </SmallButton>
    </span>
  );
}

function columnsOf(answer: ReportAnswer | undefined): Column<Row>[] {
  if (!answer) return [];
  return answer.columns.map(({ key, title }, index) => {
    const isNumber = answer.rows.some((row) => typeof row[key] === 'number');
    return {
      title,
      headline: index === 0,
      align: isNumber ? 'right' : undefined,
      cell: (row) => <Cell value={row[key]} />,
    };
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="mw-muted">–</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en');
  const text = String(value);
  if (INSTANT.test(text)) return <Ago at={text} />;
  return DAY.test(text) ? <time dateTime={text}>{calendarDate(text)}</time> : text;
}
