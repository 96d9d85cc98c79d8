import { addDays } from '../../src/kit/clock.ts';
import { report } from '../../src/kit/report.ts';
import { integer } from '../../src/kit/resource/fields.ts';
import { measuringtools } from './registers.ts';
import { CALIBRATION_STATES, type CalibrationState, SOON_DAYS } from './state.ts';

export const CALIBRATION_DUE = 'calibration-due';

export const reports = [
  report({
    key: CALIBRATION_DUE,
    title: 'Calibrations coming due',
    group: 'Papers',
    about: 'Measuring tools in use with overdue or upcoming calibration, most urgent first.',
    placeRegister: 'measuringtools',
    parameters: {
      days: integer({ title: 'Due within', unit: 'days', min: 0, max: 3650, default: SOON_DAYS }),
    },
    columns: {
      measuringtoolid: 'ID',
      assetnumber: 'Asset',
      name: 'Name',
      measuringtooltype: 'Type',
      gagelabtag: 'Gauge lab tag',
      location: 'Location',
      lastcalibrationdate: 'Last calibration',
      calibrationduedate: 'Due',
      state: 'Calibration',
    },
    chart: { over: 'calibrationduedate' },
    *rows(reader, { days, place }, host) {
      const until = addDays(reader.today, days ?? SOON_DAYS);
      const filters = { dueby: until, inuse: true, sort: 'calibrationduedate', ...place.listFilter };
      for (const tool of host.resource(measuringtools).lister.each(reader, filters))
        yield { ...tool, state: CALIBRATION_STATES[tool.calibrationstate as CalibrationState] };
    },
  }),
];
