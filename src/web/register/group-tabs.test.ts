import { expect, test } from 'bun:test';
import { groupTabs, type RecordTab } from './group-tabs.tsx';

const tab = (name: string, group?: RecordTab['group']): RecordTab => ({
  name,
  title: name,
  group,
  content: null,
});
const describe = (tabs: readonly RecordTab[]) =>
  groupTabs(tabs).map(({ name, title, parts = [] }) => [name, title, ...parts]);

test('parts of a group are one tab where the first was, and papers and history are last', () => {
  const tabs = [
    tab('overview'),
    tab('relationships', 'connections'),
    tab('warranty', 'papers'),
    tab('stocktakes', 'history'),
    tab('printers', 'connections'),
    tab('backups', 'papers'),
    tab('hardware'),
    tab('history', 'history'),
  ];
  expect(describe(tabs)).toEqual([
    ['overview', 'overview'],
    ['relationships', 'Connections', 'relationships', 'printers'],
    ['hardware', 'hardware'],
    ['warranty', 'Warranty and backups', 'warranty', 'backups'],
    ['stocktakes', 'History', 'stocktakes', 'history'],
  ]);
});

test('a part without others is a tab with its own title', () => {
  expect(describe([tab('warranty', 'papers'), tab('overview')])).toEqual([
    ['overview', 'overview'],
    ['warranty', 'warranty'],
  ]);
});

test('a group has the sum of its numbers of rows, and none when a part is not counted', () => {
  const counts = (...parts: (number | undefined)[]) =>
    groupTabs(parts.map((count, at) => ({ ...tab(`part${at}`, 'history'), count }))).map(
      ({ count }) => count,
    );
  expect(counts(2, 3)).toEqual([5]);
  expect(counts(0, 0)).toEqual([0]);
  expect(counts(2, undefined)).toEqual([undefined]);
});
