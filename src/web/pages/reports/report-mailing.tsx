import { IconCalendarRepeat, IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ReportSummary } from '../../../features/reports/index.ts';
import { useMe } from '../../api/queries.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { ReportParameterValues } from './report-parameters.tsx';

const SendModal = lazy(async () => ({ default: (await import('./send-modal.tsx')).SendModal }));
const ScheduleModal = lazy(async () => ({ default: (await import('./schedule-modal.tsx')).ScheduleModal }));

/** Shows the actions to mail a report, for users who may use them. */
export function ReportMailing({ report, asked }: { report: ReportSummary; asked: ReportParameterValues }) {
  const me = useMe();
  const [open, setOpen] = useState<'send' | 'schedule' | null>(null);
  if (!me) return null;
  const { key, title } = report;
  const close = () => setOpen(null);
  return (
    <>
      <SmallButton icon={IconMail} onClick={() => setOpen('send')}>
        Send by email
      </SmallButton>
      {(me.isadmin || me.permissions.includes('settings.edit')) && (
        <SmallButton icon={IconCalendarRepeat} onClick={() => setOpen('schedule')}>
          Schedule
        </SmallButton>
      )}
      <Suspense>
        {open === 'send' && (
          <SendModal report={key} title={title} parameters={asked} first={me.email} onClose={close} />
        )}
        {open === 'schedule' && (
          <ScheduleModal
            schedule={{ title, report: key, parameters: asked, addresses: me.email ? [me.email] : [] }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
