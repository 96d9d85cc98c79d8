import { IconPuzzle, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApplianceRecord } from '../../../../features/appliance/appliance-record.ts';
import type { PluginRecord } from '../../../../features/pluginadmin/index.ts';
import { basePath } from '../../../api/base-path.ts';
import { get } from '../../../api/client.ts';
import { ErrorView } from '../../../parts/error-view.tsx';
import { ListFrame } from '../../../parts/list-frame.tsx';
import { OwnAddresses } from '../../../parts/own-addresses.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { SkeletonRows } from '../../../parts/skeletons.tsx';
import {
  AuditCard,
  BackupsCard,
  CertificateCard,
  DatabaseCard,
  JobsCard,
  OutboxCard,
  RunningCard,
} from './cards.tsx';
import { DemoCard } from './demo-card.tsx';
import { DiskCard } from './disk-card.tsx';
import { SupportCard } from './support-card.tsx';
import { UpgradeCard } from './upgrade-card.tsx';

const REST_MS = 30_000;
/** Interval in milliseconds while a measurement runs. */
const WATCH_MS = 2000;

const applianceQuery = {
  queryKey: ['appliance'],
  queryFn: () => get<ApplianceRecord>('/appliance'),
  refetchInterval: ({ state }: { state: { data?: ApplianceRecord } }) =>
    state.data && state.data.disk.measureddate === null ? WATCH_MS : REST_MS,
};

/** Shows the version, resources and state of the appliance to its admins. */
export function AppliancePage() {
  const { data, error, refetch } = useQuery(applianceQuery);
  return (
    <div className="mw-page">
      <PageHeader
        title="This appliance"
        icon={<IconServer size={22} aria-hidden />}
        subtitle="Version, resource usage and health of this appliance."
      />
      {data ? (
        <Cards record={data} />
      ) : error ? (
        <ErrorView error={error} retry={refetch} />
      ) : (
        <SkeletonRows />
      )}
    </div>
  );
}

function Cards({ record }: { record: ApplianceRecord }) {
  return (
    <div className="mw-appliance">
      <DiskCard record={record} />
      <div className="mw-stack">
        <RunningCard record={record} />
        <UpgradeCard />
        <BackupsCard record={record} />
        <CertificateCard record={record} />
        <section className="mw-card">
          <header>
            <h2>Addresses</h2>
          </header>
          <div className="mw-card-pad">
            <OwnAddresses />
          </div>
        </section>
      </div>
      <div className="mw-stack">
        <JobsCard record={record} />
        <OutboxCard record={record} />
        <AuditCard record={record} />
        <DatabaseCard record={record} />
        <SupportCard />
        <DemoCard />
        <Documents />
      </div>
      <div className="mw-appliance-wide">
        <Plugins />
      </div>
    </div>
  );
}

function Plugins() {
  const query = useQuery({
    queryKey: ['plugins', 'enabled'],
    queryFn: () => get<Pick<PluginRecord, 'name' | 'title' | 'description'>[]>('/plugins/enabled'),
  });
  return (
    <ListFrame
      title="Plugins"
      query={query}
      rows={query.data}
      expected={4}
      tools={<span className="mw-muted">{query.data?.length} enabled</span>}
      empty={{
        icon: IconPuzzle,
        title: 'No plugins enabled',
        text: 'Enable plugins under Admin > System > Plugins. They run after a restart of the appliance.',
      }}
    >
      {(rows) => (
        <dl className="mw-fact-list">
          {rows.map(({ name, title, description }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      )}
    </ListFrame>
  );
}

function Documents() {
  return (
    <section className="mw-card">
      <header>
        <h2>Documents</h2>
      </header>
      <div className="mw-card-pad mw-cards">
        <a href={`${basePath}/api/docs`}>API documentation</a>
        <a href={`${basePath}/api/docs/openapi.json`}>OpenAPI document</a>
        <a href={`${basePath}/api/docs/llms.txt`}>Guide for AI agents</a>
      </div>
    </section>
  );
}
