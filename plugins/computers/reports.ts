import { addDays } from '../../src/kit/clock.ts';
import { report } from '../../src/kit/report.ts';
import { integer, text } from '../../src/kit/resource/fields.ts';
import { silentSince, softwareCounts, softwareCountsWithin } from './queries.ts';

export const reports = [
  report({
    key: 'stale-computers',
    title: 'Computers without recent reports',
    group: 'PCs',
    about: 'Active computers whose agent has not reported for a number of days, or never.',
    placeRegister: 'computers',
    parameters: { days: integer({ title: 'No report for', unit: 'days', min: 1, max: 3650, default: 30 }) },
    columns: {
      hostname: 'Host name',
      assetnumber: 'Asset',
      location: 'Location',
      loggedinuser: 'Logged-in user',
      lastreporteddate: 'Last report',
    },
    rows: (reader, { days, place }) =>
      silentSince.iterate(reader, { since: addDays(reader.today, -(days ?? 30)), ...place.within }),
  }),
  report({
    key: 'software-inventory',
    title: 'Installed applications',
    group: 'PCs',
    about: 'All applications and versions with the number of active computers that have them.',
    placeRegister: 'computers',
    parameters: { name: text({ title: 'Name contains' }) },
    columns: { appname: 'Application', version: 'Version', computers: 'Computers' },
    chart: { by: 'appname', count: 'computers' },
    rows: (reader, { name, place }) =>
      place.isAnywhere
        ? softwareCounts.iterate(reader, { name: name ?? '' })
        : softwareCountsWithin.iterate(reader, { name: name ?? '', ...place.within }),
  }),
];
