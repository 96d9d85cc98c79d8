import { expect, test } from 'bun:test';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { applyStoredInput, type Draft, mergeDraft } from './merge-draft.ts';

const field = (name: string): FieldDescriptor => ({
  name,
  title: name.toUpperCase(),
  kind: 'text',
  required: false,
  readonly: false,
  createonly: false,
  list: 'shown',
  section: '',
  sortable: false,
});
const fields = ['a', 'b', 'c', 'd'].map(field);
const opened = (record: Record<string, string>, input: Record<string, string>): Draft => ({
  record,
  before: record,
  values: { ...record, ...input },
  conflicts: [],
  merged: [],
  merges: 0,
});
const first = { a: '1', b: '1', c: '1', d: '1' };

test('a merge combines fields of one side and reports a conflict only for different values', () => {
  const draft = opened(first, { a: 'mine', b: 'mine', d: 'same' });
  const next = mergeDraft(draft, fields, { a: 'theirs', b: '1', c: 'theirs', d: 'same' });
  expect(next.values).toEqual({ a: 'mine', b: 'mine', c: 'theirs', d: 'same' });
  expect(next.conflicts).toEqual([{ field: fields[0]!, mine: 'mine', theirs: 'theirs' }]);
  expect(next.merged).toEqual(['C']);
});

test('a second merge compares with the values of the first one', () => {
  const once = mergeDraft(opened(first, { a: 'mine' }), fields, { ...first, a: 'theirs' });
  const twice = mergeDraft(once, fields, { ...first, a: 'theirs', b: 'theirs' });
  expect(twice.values).toEqual({ ...first, a: 'mine', b: 'theirs' });
  expect(twice.conflicts).toEqual([]);
});

test('stored input becomes a conflict when the record has changed since it was stored', () => {
  const draft = opened({ ...first, a: 'newer' }, {});
  const next = applyStoredInput(draft, fields, {
    values: { a: 'stored', b: 'stored', gone: 'x' },
    before: { a: '1', b: '1' },
  });
  expect(next.values).toEqual({ a: 'stored', b: 'stored', c: '1', d: '1' });
  expect(next.conflicts.map(({ field: { name }, theirs }) => [name, theirs])).toEqual([['a', 'newer']]);
  expect(next.before).toEqual({ ...first, a: 'newer' });
});

test('stored input of a new record keeps the values that the user has entered since', () => {
  const draft: Draft = { ...opened(first, {}), record: null, before: null, values: { a: null, b: 'typed' } };
  const next = applyStoredInput(draft, fields, { values: { a: 'stored' }, before: null });
  expect(next.values).toEqual({ a: 'stored', b: 'typed' });
});
