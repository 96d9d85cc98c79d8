import { rights } from '../../src/features/catalog/index.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { createMeasuringToolCollector } from './collector.ts';
import { readCalibrationCounts } from './counts.ts';
import { migrations } from './migrations.ts';
import { calibratedAmong, calibrationsDueBy, dueCalibrations } from './queries.ts';
import { calibrationLedger, measuringtools, measuringtooltypes } from './registers.ts';
import { reports } from './reports.ts';
import { measuringToolRoutes } from './routes.ts';
import { seedTypes } from './seed.ts';
import { calibrationDueInvariant, moveLastCalibration } from './service.ts';
import { flagOf } from './state.ts';
import * as tables from './tables.ts';

/** The gauges of the plant with their calibrations. Overdue ones are flagged wherever the asset is shown. */
export const measuringtoolsPlugin = definePlugin({
  id: 'measuringtools',
  title: 'Measuring tools',
  description: 'Gauges and measuring machines with their calibrations and due dates',
  migrations,
  tables,
  permissions: {
    'measuringtools.view': 'View calibration certificates',
    ...rights('measuringtools', 'measuring tools'),
    'measuringtools.edit': 'Change measuring tools and record calibrations',
  },
  navigation: [
    {
      group: 'Assets',
      title: 'Measuring tools',
      icon: 'ruler-measure',
      path: '/measuringtools',
      usedBy: [tables.measuringtools],
      words: 'gauge calibration overdue',
      order: 50,
    },
    {
      group: 'Records',
      family: 'Lists',
      title: 'Measuring tool types',
      icon: 'ruler-2',
      path: '/measuringtools/types',
    },
  ],
  registers: [measuringtools, measuringtooltypes],
  ledgers: [calibrationLedger],
  invariants: [calibrationDueInvariant],
  assetMerging: { after: moveLastCalibration },
  attention: [
    {
      key: 'measuringtools.overdue',
      topic: 'overdue',
      title: 'Measuring tools with overdue calibration',
      severity: 'critical',
      needs: 'measuringtools.edit',
      href: '/measuringtools?overdue=true&inuse=true',
      count: (reader) => readCalibrationCounts(reader).overdue,
    },
    {
      key: 'measuringtools.due',
      title: 'Measuring tools with calibration due soon',
      needs: 'measuringtools.edit',
      href: '/measuringtools?calibrationstate=due&inuse=true',
      count: (reader) => readCalibrationCounts(reader).due,
    },
    {
      key: 'measuringtools.unknown',
      title: 'Measuring tools without a due date',
      severity: 'info',
      needs: 'measuringtools.edit',
      href: '/measuringtools?calibrationstate=unknown&inuse=true',
      count: (reader) => readCalibrationCounts(reader).unknown,
    },
  ],
  reminders: [
    {
      key: 'calibrations',
      title: 'Calibrations',
      days: 30,
      href: '/measuringtools?due=true&inuse=true',
      *due(reader, { until }) {
        for (const tool of calibrationsDueBy.iterate(reader, { until }))
          yield {
            id: tool.measuringtoolid,
            title: [tool.assetnumber, tool.name].filter(Boolean).join(' '),
            due: tool.calibrationduedate,
            href: `/measuringtools/${tool.measuringtoolid}`,
          };
      },
    },
  ],
  dueSources: [
    {
      key: 'calibrations',
      title: 'Calibrations',
      icon: 'ruler-measure',
      register: 'measuringtools',
      select: dueCalibrations,
      href: ({ itemid }) => `/measuringtools/${itemid}`,
    },
  ],
  assetFlags: (reader, assetids) =>
    new Map(
      calibratedAmong.all(reader, { ids: JSON.stringify(assetids) }).flatMap(({ assetid, ...tool }) => {
        const flag = flagOf(tool, reader.today);
        return flag ? [[assetid, flag]] : [];
      }),
    ),
  summary: { calibration: readCalibrationCounts },
  reports,
  collectors: (host) => [createMeasuringToolCollector(host)],
  routes: measuringToolRoutes,
  seed: (host, context) =>
    host.db.transact(context, 'measuringtools.reference.seeded', (tx) => {
      seedTypes(tx);
      tx.audit({ entitytype: 'measuringtooltype', entityid: null });
    }),
});
