import { expect, test } from 'bun:test';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { listBulkFields, listRequiredNames, toBulkChanges } from './bulk-fields.ts';

const field = (name: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  name,
  title: name,
  kind: 'text',
  required: false,
  readonly: false,
  createonly: false,
  list: 'shown',
  section: '',
  sortable: false,
  ...more,
});
const register = {
  assettype: 'Computer',
  fields: [
    field('serialnumber'),
    field('notes', { kind: 'longtext' }),
    field('uuid', { readonly: true }),
    field('name', { required: true }),
    field('ispoe', { kind: 'boolean' }),
  ],
} as RegisterDescriptor;
const custom = (fieldname: string, assettype: string | null) => ({
  fieldname,
  label: fieldname,
  fieldtype: 'text',
  options: null,
  assettype,
  assettypeid: null,
  isrequired: false,
  groupname: null,
});

test('a bulk edit offers writable fields that assets may share, and custom fields of the type', () => {
  const fields = listBulkFields(
    register,
    [],
    [custom('all', null), custom('pc', 'Computer'), custom('m', 'Machine')],
  );
  expect(fields.map(({ input, isClearable }) => [input.name, input.kind, isClearable])).toEqual([
    ['notes', 'longtext', true],
    ['name', 'text', false],
    ['ispoe', 'select', false],
    ['cf_all', 'text', true],
    ['cf_pc', 'text', true],
  ]);
});

test('changes contain only fields with input, null for a cleared one, and booleans', () => {
  const fields = listBulkFields(register, [], []);
  expect(toBulkChanges(fields, { notes: null, ispoe: 'false', name: undefined }, ['notes'])).toEqual({
    changes: { notes: null, ispoe: false },
    append: {},
  });
});

test('a text is added when its field is marked', () => {
  const fields = listBulkFields(register, [], []);
  expect(toBulkChanges(fields, { notes: 'moved', name: 'Press' }, ['notes'])).toEqual({
    changes: { name: 'Press' },
    append: { notes: 'moved' },
  });
});

test('required custom fields of the type that assets get are listed, those of other types are not', () => {
  const fields = [
    { ...custom('inspector', 'Phone'), assettypeid: 8, isrequired: true },
    { ...custom('imei', 'Phone'), assettypeid: 8 },
    { ...custom('power', 'Machine'), assettypeid: 2, isrequired: true },
    { ...custom('all', null), isrequired: true },
  ];
  expect(listRequiredNames(fields, 8)).toEqual(['cf_inspector']);
  expect(listRequiredNames(fields, undefined)).toEqual([]);
});
