import { Alert, Switch } from '@mantine/core';
import { IconInfoCircle, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PluginRecord } from '../../../features/pluginadmin/index.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';

/** The parts of the product that a site can do without. */
export function PluginsPage() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['plugins'],
    queryFn: () => get<PluginRecord[]>('/plugins'),
  });
  const waiting = data?.filter((plugin) => plugin.isrunning !== plugin.isenabled) ?? [];
  return (
    <div className="mw-page">
      <PageHeader
        title="Plugins"
        icon={<IconPuzzle size={22} aria-hidden />}
        subtitle="Switch off what the plant does not need. Its pages and jobs go; its data stays."
      />
      {isPending && <SkeletonRows />}
      {error && <ErrorView error={error} retry={refetch} />}
      {waiting.length > 0 && (
        <Alert icon={<IconInfoCircle size={18} />} mb="md" title="Restart to finish">
          {waiting.map((plugin) => plugin.title).join(', ')}: the change takes effect at the next start of the
          appliance.
        </Alert>
      )}
      {data && (
        <div className="mw-table-wrap mw-table-flat">
          <table className="mw-table mw-stackable">
            <thead>
              <tr>
                <th>Plugin</th>
                <th>Needs</th>
                <th>Enabled</th>
              </tr>
            </thead>
            <tbody>
              {data.map((plugin) => (
                <PluginLine key={plugin.name} plugin={plugin} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function PluginLine({ plugin }: { plugin: PluginRecord }) {
  const change = async (enabled: boolean) => {
    try {
      await request('PUT', `/plugins/${plugin.name}`, { body: { enabled } });
      toastDone(`${plugin.title} will be ${enabled ? 'on' : 'off'} from the next start.`);
    } catch (failure) {
      toastError(failure, `${plugin.title} could not be changed`);
    }
    await queryClient.invalidateQueries({ queryKey: ['plugins'] });
  };
  return (
    <tr>
      <td className="mw-wrap">
        <strong>{plugin.title}</strong>
        <div className="mw-muted">{plugin.description}</div>
      </td>
      <td data-label="Needs">{plugin.dependson.join(', ') || '–'}</td>
      <td data-label="Enabled">
        <Switch
          checked={plugin.isenabled}
          onChange={(event) => void change(event.currentTarget.checked)}
          aria-label={`${plugin.title} enabled`}
        />
      </td>
    </tr>
  );
}
