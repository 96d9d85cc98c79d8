import { ActionIcon } from '@mantine/core';
import { IconApps, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { get, request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { ListFrame } from '../../../src/web/parts/list-frame.tsx';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { calendarDate } from '../../../src/web/parts/time.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { ROW_HEIGHT } from '../../../src/web/theme.ts';
import type { InstalledApp } from '../routes.ts';
import { AddSoftwareModal } from './add-software-modal.tsx';

/**
 * Lists the software of a computer. There may be thousands of rows, so only the visible ones are rendered.
 */
export function SoftwareTab({ id: computerid, register }: TabProps) {
  const canedit = register.can.edit;
  const [text, setText] = useState('');
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: ['software', computerid],
    queryFn: () => get<InstalledApp[]>(`/computers/${computerid}/apps`),
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (app: InstalledApp) =>
    words.every((word) =>
      `${app.appname} ${app.version ?? ''} ${app.otherversions.join(' ')} ${app.publisher ?? ''}`
        .toLowerCase()
        .includes(word),
    );
  const count = query.data?.length ?? 0;
  const shown = query.data?.filter(matches) ?? [];
  return (
    <>
      <ListFrame
        title="Installed applications"
        query={query}
        rows={query.data}
        tools={
          <>
            <span className="mw-muted" role="status">
              {shown.length === count ? count : `${shown.length} of ${count}`}
            </span>
            <SearchBox
              size="xs"
              label="Filter applications"
              placeholder="Filter by name or version"
              value={text}
              onChange={setText}
            />
          </>
        }
        add={
          canedit && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              Add application
            </SmallButton>
          )
        }
        empty={{
          icon: IconApps,
          title: 'No applications yet',
          text: 'The agent and the computer collector report the installed applications. You can also add them manually.',
        }}
      >
        {() => <SoftwareRows apps={shown} computerid={computerid} canedit={canedit} />}
      </ListFrame>
      {adding && <AddSoftwareModal computerid={computerid} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Links a program to its entry. A program that only this computer has is shown as text with a note. */
const ProgramName = ({ app }: { app: InstalledApp }) =>
  app.appid === null ? (
    <>
      {app.appname}{' '}
      <span
        className="mw-muted"
        title="Not in the application list, because this computer reported too many new applications in one day."
      >
        (only here)
      </span>
    </>
  ) : (
    <AppLink to={`/applications/${app.appid}`} className="mw-cell-link">
      {app.appname}
    </AppLink>
  );

/** Returns the publisher and the installation date as one text, or undefined without both. */
const tipOf = ({ publisher, installdate }: InstalledApp): string | undefined =>
  [publisher, installdate && `installed on ${calendarDate(installdate)}`].filter(Boolean).join(', ') ||
  undefined;

interface SoftwareRowsProps {
  apps: InstalledApp[];
  computerid: number;
  canedit: boolean;
}

function SoftwareRows({ apps, computerid, canedit }: SoftwareRowsProps) {
  const box = useRef<HTMLUListElement>(null);
  // The page scrolls, not a box inside it, so the height above the rows is part of the offset.
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setAbove((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  const rows = useWindowVirtualizer({
    count: apps.length,
    estimateSize: () => ROW_HEIGHT.normal,
    overscan: 12,
    scrollMargin: above,
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
  if (apps.length === 0) return <p className="mw-card-pad mw-muted">No application matches the filter.</p>;
  return (
    <ul
      ref={box}
      aria-label="Installed applications"
      style={{ height: rows.getTotalSize(), position: 'relative' }}
    >
      {rows.getVirtualItems().map((item) => {
        const app = apps[item.index];
        if (!app) return null;
        return (
          <li
            key={item.key}
            className="mw-virtual-row"
            style={{ transform: `translateY(${item.start - above}px)` }}
          >
            <span>
              <ProgramName app={app} />
            </span>
            <span className="mw-muted" title={tipOf(app)}>
              {[app.version ?? '–', ...app.otherversions].join(', ')}
            </span>
            {canedit && app.appid !== null && (
              <ActionIcon aria-label={`Remove ${app.appname}`} onClick={() => void remove(app)}>
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}
