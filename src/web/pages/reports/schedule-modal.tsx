import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { ScheduleInterval } from '../../../features/reports/schedules/schedule-time.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { MissingMailServer, useMailServer } from '../../parts/missing-settings.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { INTERVAL_LABELS, type ScheduleRow, WEEKDAYS } from './schedule-row.ts';

interface ScheduleProps {
  /** An existing schedule, or the initial values of a new one. */
  schedule: Partial<ScheduleRow> & Pick<ScheduleRow, 'title' | 'report' | 'parameters' | 'addresses'>;
  onClose: () => void;
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Edits the times and recipients of a scheduled report. */
export function ScheduleModal({ schedule, onClose }: ScheduleProps) {
  const { reportscheduleid: id, report, parameters, modifieddate } = schedule;
  const isMailSet = useMailServer();
  const form = useForm({
    initial: {
      title: schedule.title,
      every: schedule.every ?? ('weekly' as ScheduleInterval),
      day: schedule.day ?? 1,
      hour: schedule.hour ?? 6,
      addresses: schedule.addresses.join(', '),
    },
    save: async ({ addresses, ...values }) => {
      const body = { ...values, addresses, report, parameters, ifmodifieddate: modifieddate };
      const path = '/reports/schedules';
      const { auditid } = id
        ? await request('PUT', `${path}/${id}`, { body })
        : await request('POST', path, { body });
      await queryClient.invalidateQueries({ queryKey: ['reportschedules'] });
      const when = isMailSet === false ? 'waits until a mail server is set up' : 'is scheduled';
      toastDone(`${values.title} ${when}.`, auditid);
      onClose();
    },
  });
  const remove = async () => {
    const { auditid } = await request('DELETE', `/reports/schedules/${id}`);
    await queryClient.invalidateQueries({ queryKey: ['reportschedules'] });
    toastDone(`${schedule.title} is no longer sent.`, auditid);
    onClose();
  };
  const { every, day, hour } = form.values;
  return (
    <FormModal
      form={form}
      draft={`reports/schedules/${id ?? report}`}
      title={id ? `Edit ${schedule.title}` : 'Schedule report'}
      action="Save"
      aside={
        id && (
          <Button variant="subtle" color="red" onClick={() => void form.end(remove)}>
            Delete
          </Button>
        )
      }
      onClose={onClose}
    >
      <MissingMailServer />
      <TextInput label="Title" data-autofocus {...form.text('title')} />
      <NativeSelect
        label="Frequency"
        data={Object.entries(INTERVAL_LABELS).map(([value, label]) => ({ value, label }))}
        value={every}
        error={form.errors.every}
        onChange={(event) => {
          form.set('every', event.currentTarget.value as ScheduleInterval);
          form.set('day', 1);
        }}
      />
      {every === 'weekly' ? (
        <NativeSelect
          label="Day"
          data={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
          value={String(day)}
          error={form.errors.day}
          onChange={(event) => form.set('day', Number(event.currentTarget.value))}
        />
      ) : (
        <NumberInput
          label="Day of the month"
          description="In shorter months, the last day is used."
          min={1}
          max={31}
          value={day}
          error={form.errors.day}
          onChange={(value) => form.set('day', Number(value))}
        />
      )}
      <NativeSelect
        label="Hour"
        description="Time zone of the appliance."
        data={Array.from({ length: 24 }, (_, index) => ({ value: String(index), label: hourText(index) }))}
        value={String(hour)}
        error={form.errors.hour}
        onChange={(event) => form.set('hour', Number(event.currentTarget.value))}
      />
      <TextInput
        label="To"
        description="Email addresses, separated by commas, at most 20."
        {...form.text('addresses')}
      />
      <p className="mw-muted">
        The report contains only data that you can read. Sending stops when your account is deactivated or
        loses access to the report.
      </p>
    </FormModal>
  );
}
