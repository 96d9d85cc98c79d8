import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { basePath } from '../../api/base-path.ts';
import { get } from '../../api/client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';

interface EnabledPlugin {
  id?: string;
  name?: string;
  title?: string;
}

function pluginName(plugin: string | EnabledPlugin): string {
  return typeof plugin === 'string' ? plugin : (plugin.title ?? plugin.name ?? plugin.id ?? '');
}

/** What runs here: version, health, plugins, and where the documents are. */
export function SystemPage() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => get<Record<string, unknown>>('/health'),
    refetchInterval: 30_000,
  });
  const plugins = useQuery({
    queryKey: ['plugins'],
    queryFn: () =>
      get<(string | EnabledPlugin)[] | { plugins: (string | EnabledPlugin)[] }>('/plugins/enabled'),
  });
  const enabled = Array.isArray(plugins.data) ? plugins.data : (plugins.data?.plugins ?? []);
  const facts = Object.entries(health.data ?? {}).filter(
    ([, value]) => typeof value !== 'object' || value === null,
  );
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader title="System" icon={<IconInfoCircle size={22} aria-hidden />} />
      <div className="mw-stack">
        <section className="mw-card">
          <header>
            <h2>This appliance</h2>
          </header>
          {health.isPending && <SkeletonRows rows={4} />}
          {health.error && <ErrorView error={health.error} retry={health.refetch} />}
          <dl className="mw-fact-list">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name[0]?.toUpperCase() + name.slice(1)}</dt>
                <dd>
                  {name === 'status' || name === 'health' ? (
                    <StateBadge word={value} />
                  ) : (
                    String(value ?? '–')
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="mw-card">
          <header>
            <h2>Plugins</h2>
            <span className="mw-muted">{enabled.length} enabled</span>
          </header>
          <div className="mw-card-pad">{enabled.map(pluginName).join(', ') || 'None'}</div>
        </section>
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
