import { Alert, Box, Switch } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PluginErrorRecord, PluginRecord } from '../../../features/pluginadmin/index.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';

/** Returns the columns of the table. The names of required plugins are replaced by their titles. */
function columnsOf(plugins: readonly PluginRecord[]): TableColumn<PluginRecord>[] {
  const titleOf = (name: string) => plugins.find((plugin) => plugin.name === name)?.title ?? name;
  return [
    { title: 'Plugin', cell: (plugin) => <PluginTitle plugin={plugin} />, headline: true, wrap: true },
    { title: 'Requires', cell: ({ dependson }) => dependson.map(titleOf).join(', ') },
    { title: 'Enabled', cell: (plugin) => <PluginSwitch plugin={plugin} />, width: '96px' },
  ];
}

/** Shows the plugins, which a site can enable and disable. */
export function PluginsPage() {
  const query = useQuery({ queryKey: ['plugins'], queryFn: () => get<PluginRecord[]>('/plugins') });
  const waiting = query.data?.filter((plugin) => plugin.isrunning !== plugin.isenabled) ?? [];
  return (
    <div className="mw-page">
      <PageHeader
        title="Plugins"
        icon={<IconPuzzle size={22} aria-hidden />}
        subtitle="Disable plugins that you do not need; their data is not deleted."
      />
      {waiting.length > 0 && (
        <Alert icon={<IconInfoCircle size={18} />} mb="md" title="Restart required">
          {waiting.map((plugin) => plugin.title).join(', ')}: the change takes effect when the appliance
          restarts.
        </Alert>
      )}
      <Faults />
      <DataTable
        bare
        title="Plugins"
        query={query}
        rows={query.data}
        rowKey={(plugin) => plugin.name}
        columns={columnsOf(query.data ?? [])}
        empty={{
          icon: IconPuzzle,
          title: 'No plugins',
          text: 'This build contains no plugins. Other builds do.',
        }}
      />
    </div>
  );
}

const FAULTS: TableColumn<PluginErrorRecord>[] = [
  { title: 'Component', cell: (fault) => `${fault.title}: ${fault.what}`, headline: true, wrap: true },
  { title: 'Error', cell: (fault) => fault.message, wrap: true },
  { title: 'Count', cell: (fault) => fault.count, width: '80px' },
  { title: 'Last', cell: (fault) => <RelativeTime at={fault.lastdate} />, width: '160px' },
];

/** Shows the errors of plugins. Appears only when there are any; everything else continues to work. */
function Faults() {
  const query = useQuery({
    queryKey: ['plugin-faults'],
    queryFn: () => get<PluginErrorRecord[]>('/plugins/faults'),
  });
  if (!query.data?.length) return null;
  return (
    <Box mb="md">
      <Alert
        color="yellow"
        icon={<IconAlertTriangle size={18} />}
        mb="sm"
        title="Plugin errors since the last start"
      >
        Everything else works. Report the errors to the plugin vendor; the log has the details.
      </Alert>
      <DataTable
        title="Plugin errors"
        query={query}
        rows={query.data}
        rowKey={(fault) => `${fault.plugin} ${fault.what} ${fault.message}`}
        columns={FAULTS}
        empty={{ icon: IconPuzzle, title: 'No errors', text: 'All plugins work.' }}
      />
    </Box>
  );
}

function PluginTitle({ plugin }: { plugin: PluginRecord }) {
  return (
    <>
      <strong>{plugin.title}</strong>
      <div className="mw-muted">{plugin.description}</div>
    </>
  );
}

function PluginSwitch({ plugin }: { plugin: PluginRecord }) {
  const change = async (enabled: boolean) => {
    try {
      await request('PUT', `/plugins/${plugin.name}`, { body: { enabled } });
      toastDone(`${plugin.title} will be ${enabled ? 'enabled' : 'disabled'} at the next start.`);
    } catch (failure) {
      toastError(failure, `${plugin.title} could not be changed`);
    }
    await queryClient.invalidateQueries({ queryKey: ['plugins'] });
  };
  return (
    <Switch
      checked={plugin.isenabled}
      onChange={(event) => void change(event.currentTarget.checked)}
      aria-label={`${plugin.title} enabled`}
    />
  );
}
