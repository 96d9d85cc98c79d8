import { sql } from '../../../kit/data/sql-text.ts';
import { computed } from '../../../kit/resource/computed.ts';
import { defineRegister } from '../../../kit/resource/define.ts';
import { choice, integer, json, text, timestamp } from '../../../kit/resource/fields.ts';
import { users } from '../../identity/tables.ts';
import { parametersSchema, recipientsSchema } from '../request.ts';
import { SCHEDULE_INTERVALS } from './schedule-time.ts';
import { reportschedules } from './tables.ts';

export const MAX_SCHEDULES = 200;
const can = { can: 'settings.edit' };

/**
 * Reports that are sent on a schedule. Its routes are written by hand, because a schedule sends what the user
 * who saved it may read.
 */
export const scheduleRegister = defineRegister(reportschedules, {
  path: '/reports/schedules',
  label: 'title',
  one: 'Report schedule',
  many: 'Report schedules',
  icon: 'calendar',
  about: 'Reports that are sent by mail every week or month.',
  audit: 'reports.reportschedule',
  remove: 'hard',
  can: { read: can, create: can, edit: can, delete: can },
  sort: 'title',
  unlisted: true,
  unpaged: true,
  bound: { most: MAX_SCHEDULES },
  columns: {
    title: text({ title: 'Title', sort: true }),
    report: text({ title: 'Report', max: 64, help: 'Key of the report, from the list of reports.' }),
    parameters: json({ title: 'Parameters', schema: parametersSchema }),
    every: choice(SCHEDULE_INTERVALS, { title: 'How often' }),
    day: integer({
      title: 'Day',
      min: 1,
      max: 31,
      help: 'Weekly: 1 is Monday. Monthly: day of the month, or its last day if the month is shorter.',
    }),
    hour: integer({ title: 'Hour', min: 0, max: 23 }),
    addresses: json({ title: 'Recipients', required: true, schema: recipientsSchema }),
    ownerid: integer({ title: 'Saved by', writable: 'never' }),
    scopes: json({
      title: 'Permissions',
      writable: 'never',
      help: 'Permissions of the token that saved it.',
    }),
    nextrun: timestamp({ title: 'Next', writable: 'never', sort: true }),
    lastrun: timestamp({ title: 'Last', writable: 'never' }),
    lastoutcome: text({ title: 'Last result', writable: 'never', max: 500 }),
  },
  computed: {
    owner: computed.text({
      title: 'Saved by',
      from: sql`(SELECT username FROM ${users} WHERE userid = ${reportschedules.ownerid})`,
    }),
  },
});
