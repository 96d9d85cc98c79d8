import { expect, test } from 'bun:test';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { groupAttention } from './group-attention.ts';

type Item = DashboardSummary['attention'][number];
const item = (key: string, severity: Item['severity'], topic: Item['topic'], count = 1): Item => ({
  key,
  title: key,
  count,
  severity,
  topic,
  href: '/',
  canassign: false,
  assignment: null,
  view: null,
  hasplaces: false,
  trend: [],
});

test('alerts of the user are first, whatever their severity', () => {
  const assignment = {
    alertassignmentid: 1,
    alertkey: 'noplace',
    title: 'noplace',
    userid: 1,
    username: 'ada',
    note: null,
    duedate: null,
    createddate: '2026-01-31T13:05:09.123Z',
    modifieddate: '2026-01-31T13:05:09.123Z',
  };
  const { groups } = groupAttention([
    item('jobs', 'critical', 'failed'),
    { ...item('noplace', 'info', 'other'), assignment: { ...assignment, ismine: true } },
    { ...item('lowstock', 'warning', 'other'), assignment: { ...assignment, ismine: false } },
  ]);
  expect(groups.map(({ title }) => title)).toEqual(['Mine', 'Failed and overdue', 'To do']);
});

test('attention items are grouped by urgency, the most severe first, and setup hints are separate', () => {
  const { hints, groups } = groupAttention([
    item('noplace', 'info', 'other'),
    item('lowstock', 'warning', 'other'),
    item('stocktake', 'info', 'running'),
    item('jobs', 'warning', 'failed'),
    item('blocked', 'critical', 'other'),
    item('backups', 'warning', 'overdue'),
    item('done', 'critical', 'overdue', 0),
    item('setup', 'critical', 'setup'),
  ]);
  expect(groups.map(({ title, items }) => [title, items.map(({ key }) => key)])).toEqual([
    ['Failed and overdue', ['blocked', 'jobs', 'backups']],
    ['In progress', ['stocktake']],
    ['To do', ['lowstock']],
    ['Low priority', ['noplace']],
  ]);
  expect(hints.map(({ key }) => key)).toEqual(['setup']);
});
