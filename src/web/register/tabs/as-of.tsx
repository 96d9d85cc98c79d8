import { Group, Switch } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssetAsOf } from '../../../features/catalog/asset-as-of.ts';
import { dayOf } from '../../../kit/clock.ts';
import { isDay } from '../../../kit/date-format.ts';
import { get } from '../../api/client.ts';
import { formatChangedValue } from '../../parts/changed-value.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { DateInput } from '../../parts/date-input.tsx';
import { absoluteTime, calendarDate } from '../../parts/time.tsx';
import { RelatedAsOf } from './related-as-of.tsx';

type FieldAsOf = AssetAsOf['fields'][number];

const shown = (text: string | null, value: unknown, row: FieldAsOf): string =>
  String(text ?? formatChangedValue(value, row) ?? '–');

const COLUMNS: TableColumn<FieldAsOf>[] = [
  { title: 'Field', headline: true, cell: ({ title }) => title },
  { title: 'Then', wrap: true, cell: (row) => shown(row.valuetext, row.value, row) },
  { title: 'Now', wrap: true, cell: (row) => shown(row.nowtext, row.now, row) },
];

/** Asks for a day and shows an asset as it was at its end, beside the current values. */
export function AsOf({ assetid }: { assetid: number }) {
  const [day, setDay] = useState('');
  const [hasAll, setAll] = useState(false);
  const today = dayOf(new Date());
  const isFuture = isDay(day) && day > today;
  const hasDay = isDay(day) && !isFuture;
  return (
    <section className="mw-stack" aria-label="Earlier values">
      <Group align="flex-start" gap="lg">
        <DateInput
          label="As of"
          description="Shows the values at the end of a day."
          w={240}
          max={today}
          error={isFuture && 'Enter today or an earlier day.'}
          value={day}
          onChange={setDay}
        />
        {hasDay && (
          <Switch
            mt={28}
            label="Show unchanged fields"
            checked={hasAll}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        )}
      </Group>
      {hasDay && <ValuesAsOf assetid={assetid} day={day} hasAll={hasAll} />}
    </section>
  );
}

function ValuesAsOf({ assetid, day, hasAll }: { assetid: number; day: string; hasAll: boolean }) {
  const query = useQuery({
    queryKey: ['history', assetid, 'asof', day],
    queryFn: () => get<AssetAsOf>(`/assets/${assetid}/history/asof`, { date: day }),
  });
  const { data } = query;
  const empty = data?.existed === false ? NOT_YET : UNCHANGED;
  return (
    <>
      <DataTable
        title={`Values of ${calendarDate(day)}`}
        query={query}
        rows={data?.fields.filter(({ ischanged }) => hasAll || ischanged)}
        rowKey={({ field, title }) => `${field} ${title}`}
        columns={COLUMNS}
        empty={{ icon: IconCalendarTime, ...empty }}
        foot={
          data?.keptsince &&
          data.keptsince > data.asof && (
            <span className="mw-muted">
              Changes before {absoluteTime(data.keptsince)} are deleted, so some of these values may be newer.
            </span>
          )
        }
      />
      {data?.existed && <RelatedAsOf query={query} data={data} hasAll={hasAll} />}
    </>
  );
}
const NOT_YET = { title: 'Not in the register yet', text: 'The asset was added after that day.' };
const UNCHANGED = {
  title: 'No field has changed since',
  text: 'The values were the same as now. Turn on “Show unchanged fields” to see them.',
};
