import { IconInfoCircle, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../../features/jobs/index.ts';
import type { PluginRecord } from '../../../features/pluginadmin/index.ts';
import { basePath } from '../../api/base-path.ts';
import { get, getBlob } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ListFrame } from '../../parts/list-frame.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';

type EnabledPlugin = Pick<PluginRecord, 'name' | 'title' | 'description'>;

/** The published document names the version that answers. */
async function serverVersion(): Promise<string> {
  const document = JSON.parse(await (await getBlob('/docs/openapi.json')).text()) as {
    info: { version: string };
  };
  return document.info.version;
}

/** What runs here: version, health of its own work, plugins, and where the documents are. */
export function SystemPage() {
  const version = useQuery({ queryKey: ['version'], queryFn: serverVersion });
  const jobs = useQuery({ queryKey: ['jobs'], queryFn: () => get<Job[]>('/jobs') });
  const plugins = useQuery({
    queryKey: ['plugins', 'enabled'],
    queryFn: () => get<EnabledPlugin[]>('/plugins/enabled'),
  });
  const failed = (jobs.data ?? []).filter((job) => job.lastresult === 'failed');
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader title="System" icon={<IconInfoCircle size={22} aria-hidden />} />
      <div className="mw-stack">
        <section className="mw-card">
          <header>
            <h2>This appliance</h2>
          </header>
          <dl className="mw-fact-list">
            <div>
              <dt>Version</dt>
              <dd>{version.data ?? (version.error ? 'unknown' : '…')}</dd>
            </div>
            <div>
              <dt>Address</dt>
              <dd>{`${location.origin}${basePath}/`}</dd>
            </div>
            <div>
              <dt>Jobs</dt>
              <dd>
                <AppLink to="/admin/jobs">
                  {failed.length === 0 ? (
                    <StateBadge word="ok" label="None has failed" />
                  ) : (
                    <StateBadge word="failed" label={failed.map((job) => job.title).join(', ')} />
                  )}
                </AppLink>
              </dd>
            </div>
          </dl>
        </section>
        <ListFrame
          title="Plugins"
          query={plugins}
          rows={plugins.data}
          expected={4}
          tools={<span className="mw-muted">{plugins.data?.length} enabled</span>}
          empty={{
            icon: IconPuzzle,
            title: 'No plugin runs',
            text: 'An admin can switch plugins on; they run from the next start of the appliance.',
          }}
        >
          {(rows) => (
            <dl className="mw-fact-list">
              {rows.map((plugin) => (
                <div key={plugin.name}>
                  <dt>{plugin.title}</dt>
                  <dd>{plugin.description}</dd>
                </div>
              ))}
            </dl>
          )}
        </ListFrame>
        <section className="mw-card">
          <header>
            <h2>Documents</h2>
          </header>
          <div className="mw-card-pad mw-cards">
            <a href={`${basePath}/api/docs`}>API documentation</a>
            <a href={`${basePath}/api/docs/openapi.json`}>OpenAPI document</a>
            <a href={`${basePath}/api/docs/llms.txt`}>Guide for automated agents</a>
          </div>
        </section>
      </div>
    </div>
  );
}
