import { sql } from '../../src/kit/data/sql-text.ts';
import { invalid } from '../../src/kit/errors.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import {
  boolean,
  color,
  integer,
  json,
  longtext,
  ref,
  text,
  timestamp,
  url,
} from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { notificationtypes, notifications as table } from './tables.ts';

const can = {
  read: { can: 'notifications.view' },
  create: { can: 'notifications.create' },
  edit: { can: 'notifications.edit' },
  delete: { can: 'notifications.delete' },
};

export const types = defineRegister(notificationtypes, {
  path: '/notifications/types',
  label: 'notificationtype',
  one: 'Notice type',
  schemaName: 'Notificationtype',
  many: 'Notice types',
  icon: 'category',
  about: 'Types of notices, each with its color on displays.',
  audit: 'notifications.notificationtype',
  remove: 'hard',
  merges: true,
  can,
  sort: 'notificationtype',
  columns: {
    notificationtype: text({ title: 'Notice type', search: true, sort: true }),
    color: color({ title: 'Color' }),
  },
});

const PERIODS = { current: 'Current', upcoming: 'Upcoming', past: 'Past' };
const holdsAt = (at: string) =>
  sql`(${table.starttime} IS NULL OR ${table.starttime} <= ${at}) AND (${table.endtime} IS NULL OR ${table.endtime} > ${at})`;

export const notifications = defineRegister(table, {
  path: '/notifications',
  searchKind: 'notification',
  label: 'notification',
  one: 'Notice',
  schemaName: 'Notification',
  many: 'Notices',
  icon: 'bell',
  about: 'Notices that are shown on shop floor displays, employee pages and PCs.',
  audit: 'notifications.notification',
  remove: 'soft',
  can,
  sort: 'createddate',
  newestFirst: true,
  columns: {
    notification: longtext({ title: 'Text', required: true, max: 2000, search: true, sort: false }),
    notificationtypeid: ref('notificationtypes', { title: 'Type', filter: ['notificationtypeid', 'typeid'] }),
    businessunitid: ref('businessunits', {
      title: 'Business unit',
      filter: ['businessunitid', 'business_unit_id', 'businessunit_id'],
      subtree: true,
    }),
    starttime: timestamp({ title: 'From', sort: true, help: 'Leave empty to start now.' }),
    endtime: timestamp({ title: 'Until', sort: true, help: 'Leave empty for no end.' }),
    ticketnumber: text({ title: 'Ticket', max: 60, list: 'hidden' }),
    link: url({ title: 'Link', list: 'hidden' }),
    isshopfloor: boolean({ title: 'On shop floor displays', default: false }),
    employeesso: text({
      title: 'Employee number',
      max: 60,
      ascii: true,
      personal: true,
      filter: ['employeesso'],
      drawn: 'employee',
    }),
    alertfleet: boolean({ title: 'Show on PCs', default: false, section: 'On PCs' }),
    alertscope: json({
      title: 'PCs',
      help: 'hostname, assettype, computertype, location, businessunit: one value or a list each. Leave empty for all PCs.',
      drawn: 'pc-scope',
      section: 'On PCs',
      list: 'hidden',
    }),
    alerttimeout: integer({
      title: 'Shown for',
      unit: 'seconds',
      min: 0,
      max: 86_400,
      section: 'On PCs',
      list: 'hidden',
      drawn: 'notifications.audience',
    }),
  },
  filters: {
    current: filter.boolean({
      title: 'Current',
      offered: false,
      when: (on, { at }) => {
        const now = holdsAt(at);
        return on ? now : sql`NOT (${now})`;
      },
    }),
    period: filter.choice(PERIODS, {
      title: 'Period',
      when: (period, { at }) => {
        if (period === 'current') return holdsAt(at);
        return period === 'past' ? sql`${table.endtime} <= ${at}` : sql`${table.starttime} > ${at}`;
      },
    }),
  },
  check: (_tx, input, before) => {
    if (input.notification !== undefined && !String(input.notification).trim())
      throw invalid('notification', 'Enter the text of the notice.');
    const { starttime, endtime } = { ...before, ...input } as { starttime?: string; endtime?: string };
    if (starttime && endtime && endtime <= starttime)
      throw invalid('endtime', 'The end must be after the start.');
  },
});
