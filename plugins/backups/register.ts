import { and, eq, gte, isNull, lt, or } from 'drizzle-orm';
import { isInUse } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { addDays } from '../../src/kit/clock.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import { type SQL, sql } from '../../src/kit/data/sql-text.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { boolean, date, integer, ref, text } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import type { Input } from '../../src/kit/resource/register.ts';
import { latestBackupOf } from './queries.ts';
import { BACKUP_STATES, type BackupState, type BackupStateInput, backupStateOf } from './states.ts';
import { assetbackups as table } from './tables.ts';

const edit = { can: 'backups.edit' };
const ofUsed = sql`EXISTS (SELECT 1 FROM ${assets} WHERE ${assets.assetid} = ${table.assetid} AND ${isInUse})`;

/** Returns the SQL condition for `backupStateOf`. */
function inState(state: BackupState, today: string): SQL {
  const isLatest = eq(table.islatest, 1);
  if (state === 'superseded') return eq(table.islatest, 0);
  if (state === 'unscheduled') return and(isLatest, isNull(table.duedate))!;
  return and(isLatest, state === 'overdue' ? lt(table.duedate, today) : gte(table.duedate, today))!;
}

/**
 * Sets the derived fields of a new backup in its input. The invariant `latestBackupInvariant` updates other
 * backups and later changes.
 */
function completeNew(tx: Tx, input: Input, before: Row | undefined): void {
  if (before || input.isactive === false) return;
  const { assetid, backupdate, intervaldays } = input as {
    assetid: number;
    backupdate: string;
    intervaldays?: number;
  };
  const latest = latestBackupOf.get(tx, { assetid });
  if (latest && latest.backupdate > backupdate) return;
  input.islatest = true;
  input.duedate = intervaldays ? addDays(backupdate, intervaldays) : null;
}

export const assetbackups = defineRegister(table, {
  path: '/backups/assets',
  label: 'backupdate',
  many: 'Equipment backups',
  one: 'Equipment backup',
  icon: 'database',
  about: 'Backups of machine controls and PCs. The latest backup of each asset sets the next due date.',
  audit: 'backups.assetbackup',
  remove: 'soft',
  can: { read: 'optional', create: edit, edit, delete: edit },
  sort: 'backupdate',
  newestFirst: true,
  columns: {
    assetid: ref('assets', { title: 'Asset', filter: ['assetid', 'asset_id'] }),
    backupdate: date({ title: 'Backed up on', sort: true }),
    method: text({
      title: 'Method',
      search: true,
      help: 'For example image, program export or copy to a USB stick.',
    }),
    storagelocation: text({ title: 'Storage location', search: true }),
    performedby: text({ title: 'Performed by', personal: true, list: 'hidden' }),
    isverified: boolean({ title: 'Verified', default: false, filter: ['isverified'] }),
    intervaldays: integer({
      title: 'Interval',
      unit: 'days',
      min: 1,
      max: 36_500,
      list: 'hidden',
      help: 'Leave empty for no reminder.',
    }),
    filename: text({ title: 'Stored as', search: false, writable: 'never', list: 'never', section: 'File' }),
    originalname: text({ title: 'File', writable: 'never', list: 'hidden', section: 'File' }),
    size: integer({ title: 'Size', unit: 'bytes', writable: 'never', list: 'hidden', section: 'File' }),
    islatest: boolean({
      title: 'Latest of the asset',
      writable: 'never',
      list: 'hidden',
      filter: ['islatest'],
    }),
    duedate: date({ title: 'Next due', writable: 'never', sort: true }),
  },
  computed: {
    backupstate: computed.choice(BACKUP_STATES, {
      title: 'State',
      state: true,
      compute: (record, { today }) => backupStateOf(record as unknown as BackupStateInput, today),
    }),
  },
  check: completeNew,
  filters: {
    backupstate: filter.choice(BACKUP_STATES, {
      title: 'State',
      offered: false,
      when: (state, { today }) => inState(state, today),
    }),
    overdue: filter.boolean({
      title: 'Overdue',
      when: (on, { today }) =>
        on
          ? and(lt(table.duedate, today), ofUsed)!
          : or(isNull(table.duedate), gte(table.duedate, today), sql`NOT ${ofUsed}`)!,
    }),
  },
});
