import { addDays } from '../../src/kit/clock.ts';
import { report } from '../../src/kit/report.ts';
import { integer } from '../../src/kit/resource/fields.ts';
import { EXPIRING_DAYS } from './coverage.ts';
import { endingBetween } from './queries.ts';

export const WARRANTY_EXPIRING = 'warranty-expiring';

export const reports = [
  report({
    key: WARRANTY_EXPIRING,
    title: 'Expiring warranties',
    group: 'Papers',
    about: 'Active warranties that end soon, earliest first.',
    placeRegister: 'assets',
    parameters: {
      days: integer({ title: 'Ends within', unit: 'days', min: 0, max: 3650, default: EXPIRING_DAYS }),
    },
    columns: {
      warrantyid: 'ID',
      warrantyname: 'Warranty',
      vendor: 'Vendor',
      servicelevel: 'Service level',
      contractnumber: 'Contract number',
      startdate: 'From',
      enddate: 'Until',
      assetcount: 'Assets',
    },
    chart: { over: 'enddate' },
    rows: (reader, { days, place }) =>
      endingBetween.iterate(reader, {
        today: reader.today,
        until: addDays(reader.today, days ?? EXPIRING_DAYS),
        anywhere: place.isAnywhere ? 1 : 0,
        ...place.within,
      }),
  }),
];
