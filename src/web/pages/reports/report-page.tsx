import { Group } from '@mantine/core';
import { IconDownload, IconPrinter, IconReportAnalytics, IconTable } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { ReportAnswer, ReportSummary } from '../../../features/reports/index.ts';
import { isDay } from '../../../kit/date-format.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { get } from '../../api/client.ts';
import { reportsQuery, useRegisters } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { AppLink, useNavigateTo } from '../../parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { calendarDate, RelativeTime } from '../../parts/time.tsx';
import { searchQuery } from '../../shell/search-hits.ts';
import { ReportBars } from './report-chart.tsx';
import { ReportMailing } from './report-mailing.tsx';
import {
  ReportParameters,
  type ReportParameterValues,
  ReportPlace,
  useReportParameters,
} from './report-parameters.tsx';

type Row = ReportAnswer['rows'][number];

/** Shows one report. Its parameters are in the URL, so that a link shows the same. */
export function ReportPage() {
  const { key } = useParams({ strict: false }) as { key: string };
  const { data, error, isLoading, refetch } = useQuery(reportsQuery);
  if (isLoading) return <PageSkeleton />;
  const report = data?.find((one) => one.key === key);
  if (!report) return <ErrorView error={error ?? new Error('This report does not exist.')} retry={refetch} />;
  return <Report key={key} report={report} />;
}

function Report({ report }: { report: ReportSummary }) {
  const { key, title, description, parameters } = report;
  const parameterValues = useReportParameters(report);
  const registers = useRegisters();
  const missing = parameters.filter(({ name, required }) => required && !parameterValues[name]);
  const query = useQuery({
    queryKey: ['report', key, parameterValues],
    queryFn: ({ signal }) => get<ReportAnswer>(`/reports/${key}`, parameterValues, signal),
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
      <ReportParameters report={report} asked={parameterValues} />
      <ReportPlace report={report} asked={parameterValues} />
      {missing.length > 0 ? (
        <p className="mw-muted mw-no-print">
          Enter {missing.map((one) => one.title).join(' and ')} to show the report.
        </p>
      ) : query.error && !query.data ? (
        <ErrorView error={query.error} retry={query.refetch} />
      ) : (
        <>
          {query.data && report.chart && <ReportBars chart={report.chart} answer={query.data} />}
          <DataTable
            title={query.data ? countOf(query.data) : title}
            query={query}
            rows={query.data?.rows.map((row, index) => ({ ...row, [NUMBER]: index }))}
            rowKey={(row) => row[NUMBER] as number}
            columns={columnsOf(query.data, registers)}
            tools={<Tools report={report} asked={parameterValues} />}
            empty={{ icon: IconTable, title: 'No results', text: 'No records match this report.' }}
          />
        </>
      )}
    </div>
  );
}

/** Key for the index of a row, because rows of a report have no ID. */
const NUMBER = '#';

const countOf = ({ rows, truncated }: ReportAnswer): string =>
  truncated
    ? `First ${rows.length.toLocaleString('en')} rows; the CSV contains all`
    : `${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'row' : 'rows'}`;

function Tools({ report, asked }: { report: ReportSummary; asked: ReportParameterValues }) {
  const failure = 'The report could not be downloaded';
  return (
    <Group className="mw-no-print" gap={6}>
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
      <ReportMailing report={report} asked={asked} />
    </Group>
  );
}

/**
 * Returns the columns of the table. Hides the ID of a record, because the next column links to its page. The
 * CSV contains it.
 */
function columnsOf(answer: ReportAnswer | undefined, registers: RegisterDescriptor[]): TableColumn<Row>[] {
  if (!answer) return [];
  const id = answer.columns[0]?.key;
  const path = registers.find(({ idfield }) => idfield === id)?.path;
  const shown = path ? answer.columns.slice(1) : answer.columns;
  return shown.map(({ key, title }, index) => {
    const isNumber = answer.rows.some((row) => typeof row[key] === 'number');
    return {
      title,
      headline: index === 0,
      align: isNumber ? 'right' : undefined,
      cell: (row) => {
        if (path && index === 0) return <RecordLink to={`${path}/${row[id!]}`} text={row[key]} />;
        if (!path && key === 'assetnumber' && row[key]) return <AssetLink number={String(row[key])} />;
        return <Cell value={row[key]} />;
      },
    };
  });
}

const RecordLink = ({ to, text }: { to: string; text: unknown }) => (
  <AppLink to={to} className="mw-cell-link">
    {String(text ?? '–')}
  </AppLink>
);

/** Links to the asset with a number, like the search for a scanned label. */
function AssetLink({ number }: { number: string }) {
  const go = useNavigateTo();
  const search = `/search?q=${encodeURIComponent(number)}`;
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void queryClient
      .fetchQuery(searchQuery(number))
      .then(([hit]) => go(hit?.url ?? search))
      .catch(() => go(search));
  };
  return (
    <AppLink to={search} className="mw-cell-link" onClick={follow}>
      {number}
    </AppLink>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="mw-muted">–</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en');
  const text = String(value);
  if (INSTANT.test(text)) return <RelativeTime at={text} />;
  return isDay(text) ? <time dateTime={text}>{calendarDate(text)}</time> : text;
}
