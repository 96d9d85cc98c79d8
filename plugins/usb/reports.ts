import { z } from 'zod';
import { addDays } from '../../src/kit/clock.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { report } from '../../src/kit/report.ts';
import { choice, text } from '../../src/kit/resource/fields.ts';
import type { PlaceSelection } from '../../src/kit/resource/place-filter.ts';
import { CUSTODY_WINDOWS, type CustodyWindow } from './labels.ts';
import { custodyCounts, custodySince } from './queries.ts';

export const USB_CUSTODY = 'usb-custody';

const DAYS: Record<Exclude<CustodyWindow, 'today' | 'all'>, number> = {
  lastmonth: 30,
  sixmonths: 182,
  year: 365,
};

/** Returns the instant at which a period begins: a midnight of the plant, or an empty text for all time. */
function beginOf({ today }: Reader, window: CustodyWindow): string {
  if (window === 'all') return '';
  const day = window === 'today' ? today : addDays(today, -DAYS[window]);
  return new Date(`${day}T00:00:00`).toISOString();
}

interface CustodyParameters {
  window: CustodyWindow | null;
  holdersso: string | null;
  place: PlaceSelection;
}

const paramsOf = (reader: Reader, { window, holdersso, place }: CustodyParameters) => ({
  since: beginOf(reader, window ?? 'lastmonth'),
  holdersso,
  ...place.within,
});

export const reports = [
  report({
    key: USB_CUSTODY,
    title: 'USB custody',
    group: 'Stores',
    about: 'Check-outs and check-ins of USB devices, one row each, newest first.',
    placeRegister: 'usbdevices',
    parameters: {
      window: choice(CUSTODY_WINDOWS, { title: 'Period', default: 'lastmonth' }),
      holdersso: text({ title: 'Employee number', max: 64 }),
    },
    columns: {
      eventdate: 'Time',
      event: 'Event',
      deviceid: 'Device tag',
      label: 'Label',
      holdersso: 'Employee number',
      holdername: 'Employee',
      reason: 'Reason',
      recordedby: 'Recorded by',
    },
    chart: { over: 'eventdate' },
    rows: (reader, parameters) => custodySince.iterate(reader, paramsOf(reader, parameters)),
  }),
];

const figures = z.object({ takes: z.int(), returns: z.int(), devices: z.int(), people: z.int() });

/** The totals that the custody report returns with its rows. */
export const custodySummary = {
  responseSchema: { summary: figures },
  read: (reader: Reader, parameters: Readonly<Record<string, unknown>>) => ({
    summary: custodyCounts.get(reader, paramsOf(reader, parameters as unknown as CustodyParameters))!,
  }),
};
