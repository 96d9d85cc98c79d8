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
  about: 'Reports that are mailed every week or every month.',
  audit: 'reports.reportschedule',
  remove: 'hard',
  can: { read: can, create: can, edit: can, delete: can },
  sort: 'title',
  unlisted: true,
  unpaged: true,
  bound: { most: MAX_SCHEDULES },
  columns: {
    title: text({ title: 'Title', sort: true }),
    report: text({ title: 'Report', max: 64, help: 'Its key, as the list of reports has it.' }),
    parameters: json({ title: 'Parameters', schema: parametersSchema }),
    every: choice(SCHEDULE_INTERVALS, { title: 'How often' }),
    day: integer({
      title: 'Day',
      min: 1,
      max: 31,
      help: 'Weekly: 1 is Monday. Monthly: the day, at most the last.',
    }),
    hour: integer({ title: 'Hour', min: 0, max: 23 }),
    addresses: json({ title: 'Recipients', required: true, schema: recipientsSchema }),
    ownerid: integer({ title: 'Saved by', taken: 'never' }),
    scopes: json({ title: 'Scopes', taken: 'never', help: 'Those of the token that it was saved with.' }),
    nextrun: timestamp({ title: 'Next', taken: 'never', sort: true }),
    lastrun: timestamp({ title: 'Last', taken: 'never' }),
    lastoutcome: text({ title: 'What came of it', taken: 'never', max: 500 }),
  },
  computed: {
    owner: computed.text({
      title: 'Saved by',
      from: sql`(SELECT username FROM ${users} WHERE userid = ${reportschedules.ownerid})`,
    }),
  },
});
