import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconApps, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { ROW_HEIGHT } from '../../theme.ts';
import { AddSoftwareModal } from './add-software-modal.tsx';

/** One row of `GET /computers/{id}/apps`. */
interface InstalledApp {
  appid: number;
  appname: string;
  version: string | null;
}

/** What is installed on a computer: thousands of rows, so only those in view are drawn. */
export function SoftwareTab({ computerid, canedit }: { computerid: number; canedit: boolean }) {
  const [text, setText] = useState('');
  const [adding, setAdding] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['software', computerid],
    queryFn: () => get<InstalledApp[]>(`/computers/${computerid}/apps`),
  });
  const shown = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return (data ?? []).filter((app) =>
      words.every((word) => `${app.appname} ${app.version ?? ''}`.toLowerCase().includes(word)),
    );
  }, [data, text]);
  if (isPending) return <SkeletonRows />;
  if (error) return <ErrorView error={error} retry={refetch} />;
  const add = canedit && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => setAdding(true)}
    >
      Add software
    </Button>
  );
  return (
    <section className="mw-card">
      {data.length > 0 && (
        <header>
          <TextInput
            size="xs"
            w={280}
            aria-label="Filter software"
            placeholder="Filter by name or version"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <span className="mw-muted" role="status">
            {shown.length === data.length ? `${data.length} installed` : `${shown.length} of ${data.length}`}
          </span>
          {add}
        </header>
      )}
      {data.length === 0 ? (
        <EmptyState icon={<IconApps size={32} />} title="No software known" actions={add}>
          The agent and the computer collector report what is installed; it can be added by hand too.
        </EmptyState>
      ) : (
        <SoftwareRows apps={shown} computerid={computerid} canedit={canedit} />
      )}
      {adding && <AddSoftwareModal computerid={computerid} onClose={() => setAdding(false)} />}
    </section>
  );
}

interface SoftwareRowsProps {
  apps: InstalledApp[];
  computerid: number;
  canedit: boolean;
}

function SoftwareRows({ apps, computerid, canedit }: SoftwareRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: apps.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT.normal,
    overscan: 12,
  });
  const remove = async (app: InstalledApp) => {
    try {
      const answer = await request('DELETE', `/computers/${computerid}/apps/${app.appid}`);
      await queryClient.invalidateQueries({ queryKey: ['software', computerid] });
      toastDone(`${app.appname} removed from the list.`, answer.auditid);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
    <section ref={box} className="mw-virtual" tabIndex={0} aria-label="Installed software">
      <ul style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((item) => {
          const app = apps[item.index];
          if (!app) return null;
          return (
            <li
              key={item.key}
              className="mw-virtual-row"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span>
                <AppLink to={`/applications/${app.appid}`} className="mw-cell-link">
                  {app.appname}
                </AppLink>
              </span>
              <span className="mw-muted">{app.version ?? '–'}</span>
              {canedit && (
                <ActionIcon aria-label={`Remove ${app.appname}`} onClick={() => void remove(app)}>
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
