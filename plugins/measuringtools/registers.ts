import { and, eq, gt, gte, isNotNull, isNull, lt, lte, ne, not, or } from 'drizzle-orm';
import { inUseFilter, openRead } from '../../src/features/catalog/index.ts';
import { addDays } from '../../src/kit/clock.ts';
import type { SQL } from '../../src/kit/data/sql-text.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { choice, date, integer, longtext, ref, text } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { defineLedger } from '../../src/kit/resource/ledger.ts';
import { RESULTS } from './results.ts';
import { calibration, completeInterval } from './service.ts';
import {
  CALIBRATION_STATES,
  type CalibrationFacts,
  type CalibrationState,
  calibrationStateOf,
  SOON_DAYS,
} from './state.ts';
import * as tables from './tables.ts';

const can = openRead('measuringtools');
const { calibrationduedate: due, lastresult } = tables.measuringtools;

export const measuringtooltypes = defineRegister(tables.measuringtooltypes, {
  path: '/measuringtools/types',
  label: 'measuringtooltype',
  many: 'Measuring tool types',
  one: 'Measuring tool type',
  icon: 'ruler-2',
  about: 'Types of measuring tools, each with a default calibration interval.',
  audit: 'measuringtools.measuringtooltype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'measuringtooltype',
  columns: {
    measuringtooltype: text({ title: 'Measuring tool type', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    calibrationintervaldays: integer({
      title: 'Calibration interval',
      unit: 'days',
      min: 1,
      max: 36_500,
      help: 'Default for new tools of this type.',
    }),
  },
});

const failed = and(isNotNull(lastresult), eq(lastresult, 'fail'))!;
const passed = or(isNull(lastresult), ne(lastresult, 'fail'))!;

/** The SQL equivalent of `calibrationStateOf`, for lists. */
function inState(state: CalibrationState, today: string): SQL {
  const soon = addDays(today, SOON_DAYS);
  switch (state) {
    case 'overdue':
      return or(failed, lt(due, today))!;
    case 'due':
      return and(passed, gte(due, today), lte(due, soon))!;
    case 'ok':
      return and(passed, gt(due, soon))!;
    case 'unknown':
      return and(passed, isNull(due))!;
  }
}

export const measuringtools = defineRegister(tables.measuringtools, {
  path: '/measuringtools',
  many: 'Measuring tools',
  one: 'Measuring tool',
  icon: 'ruler-measure',
  about: 'Gauges and measuring machines with their calibration due dates.',
  audit: 'measuringtools.measuringtool',
  can,
  sort: 'calibrationduedate',
  defaultColumns: [
    'assetnumber',
    'name',
    'calibrationstate',
    'calibrationduedate',
    'locationid',
    'measuringtooltypeid',
    'statusid',
    'serialnumber',
  ],
  asset: { type: 'Measuring tool' },
  columns: {
    measuringtooltypeid: ref('measuringtooltypes', {
      title: 'Tool type',
      filter: ['measuringtooltypeid', 'typeid', 'type_id'],
    }),
    gagelabtag: text({
      title: 'Gauge lab tag',
      search: true,
      sort: true,
      filter: ['gagelabtag'],
      list: 'hidden',
    }),
    lastcalibrationdate: date({
      title: 'Last calibration',
      sort: true,
      list: 'hidden',
      section: 'Calibration',
      help: 'Each recorded calibration updates this date. Enter it here only for earlier calibrations.',
    }),
    calibrationintervaldays: integer({
      title: 'Calibration interval',
      unit: 'days',
      min: 1,
      max: 36_500,
      section: 'Calibration',
      list: 'hidden',
      help: 'If you leave it empty for a new tool, the interval of the type is used.',
    }),
    calibrationduedate: date({
      title: 'Calibration due',
      sort: true,
      writable: 'never',
      section: 'Calibration',
    }),
    lastresult: choice(RESULTS, {
      title: 'Last result',
      writable: 'never',
      section: 'Calibration',
      list: 'hidden',
      filter: ['lastresult'],
    }),
    softwareversion: text({ title: 'Software version', list: 'hidden' }),
  },
  computed: {
    calibrationstate: computed.choice(CALIBRATION_STATES, {
      title: 'Calibration',
      state: true,
      section: 'Calibration',
      compute: (record, { today }) => calibrationStateOf(record as unknown as CalibrationFacts, today),
    }),
  },
  filters: {
    inuse: inUseFilter,
    calibrationstate: filter.choice(CALIBRATION_STATES, {
      title: 'Calibration',
      when: (state, { today }) => inState(state, today),
    }),
    due: filter.boolean({
      title: 'Due soon or overdue',
      when: (on, { today }) => {
        const wanted = or(failed, lte(due, addDays(today, SOON_DAYS)))!;
        return on ? wanted : or(isNull(due), not(wanted))!;
      },
    }),
    overdue: filter.boolean({
      title: 'Overdue',
      when: (on, { today }) =>
        on ? inState('overdue', today) : and(passed, or(isNull(due), gte(due, today)))!,
    }),
    dueby: filter.date({ title: 'Due by', when: (day) => lte(due, day) }),
  },
  check: completeInterval,
});

export const calibrationLedger = defineLedger(tables.calibrations, {
  of: measuringtools,
  by: 'measuringtoolid',
  one: 'Calibration',
  many: 'Calibrations',
  icon: 'certificate',
  about: 'Results and certificates of calibrations. Recorded calibrations cannot be changed.',
  sort: 'calibrationdate',
  columns: {
    ...calibration,
    filename: text({ title: 'Certificate', writable: 'never', list: 'hidden' }),
    originalname: text({ title: 'Certificate file', writable: 'never' }),
  },
});
