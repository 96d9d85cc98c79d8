import '../endpoint-styles.ts';
import { IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { PageSkeleton } from '../../../../src/web/parts/skeletons.tsx';
import { absoluteTime, RelativeTime } from '../../../../src/web/parts/time.tsx';
import { pcPath } from '../../pc-path.ts';
import { BehindCard } from '../fleet/behind-card.tsx';
import { FactList } from '../fleet/facts.tsx';
import { relationshipsQuery } from '../fleet/pc-queries.ts';
import { operatorReportQuery, REPORTS, type ReportWithDetails, reportTitleOf } from './report-queries.ts';
import { ScreenshotCard } from './screenshot-card.tsx';

/** Shows one report with its picture and the computer record of its PC. */
export function OperatorReportPage({ id }: { id: number }) {
  const { data: report, error, isPending, refetch } = useQuery(operatorReportQuery(id));
  if (isPending) return <PageSkeleton />;
  if (!report) return <ErrorView error={error} retry={refetch} />;
  return (
    <div className="mw-page">
      <PageHeader
        title={reportTitleOf(report)}
        crumbs={[{ title: 'Operator reports', to: REPORTS }]}
        icon={<IconHeadset size={22} aria-hidden />}
        subtitle={
          <>
            {report.devicename}, <RelativeTime at={report.createddate} />
          </>
        }
      />
      <div className="mw-operator-report">
        <div className="mw-stack">
          <section className="mw-card" aria-label="Message">
            <header>
              <h2>Message</h2>
            </header>
            <p className="mw-card-pad mw-break mw-pre">{report.text}</p>
          </section>
          {report.hasscreenshot && <ScreenshotCard report={report} />}
          {report.details && <Details text={report.details} />}
        </div>
        <div className="mw-stack">
          <ReportFacts report={report} />
          <BehindCard assetid={report.assetid} />
        </div>
      </div>
    </div>
  );
}

/** Shows the details that the reporting program added. */
function Details({ text }: { text: string }) {
  return (
    <section className="mw-card" aria-label="Details">
      <header>
        <h2>Details</h2>
      </header>
      <div className="mw-card-pad">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard */}
        <pre className="mw-output" tabIndex={0}>
          {text}
        </pre>
      </div>
    </section>
  );
}

function ReportFacts({ report }: { report: ReportWithDetails }) {
  const { assetid, devicename, machinenumber, reason, createddate } = report;
  const { data: relationships = [] } = useQuery(relationshipsQuery(assetid));
  // The report stores the machine number at its creation. The link to the machine exists while the PC still
  // controls it.
  const machine = relationships.find(({ peer }) => peer.assetnumber === machinenumber)?.peer;
  return (
    <FactList
      title="Report"
      facts={[
        [
          'PC',
          <AppLink key="pc" to={pcPath(assetid, 'reports')}>
            {devicename}
          </AppLink>,
        ],
        [
          'Machine',
          machine ? (
            <AppLink key="machine" to={`/assets/${machine.assetid}`}>
              {machine.assetnumber}
            </AppLink>
          ) : (
            machinenumber
          ),
        ],
        ['Reason', reason],
        ['Received', absoluteTime(createddate)],
        [
          'More',
          <AppLink key="more" to={`${REPORTS}?assetid=${assetid}`}>
            All reports of this PC
          </AppLink>,
        ],
      ]}
    />
  );
}
