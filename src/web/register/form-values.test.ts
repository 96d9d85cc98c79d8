import { expect, test } from 'bun:test';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { buildInitialValues, parseInput } from './form-values.ts';

const field = (name: string, kind: FieldDescriptor['kind']) =>
  ({ name, kind, title: name }) as FieldDescriptor;

test('buildInitialValues leaves a time empty when its preset is unreadable', () => {
  const fields = [field('starttime', 'instant'), field('endtime', 'instant'), field('priority', 'integer')];
  const preset = { starttime: 'tomorrow', endtime: '2026-01-31T13:05:09Z', priority: '3' };
  expect(buildInitialValues(fields, preset)).toEqual({
    starttime: null,
    endtime: '2026-01-31T13:05:09.000Z',
    priority: 3,
  });
});

test('parseInput returns null for a time that its input shows as empty', () => {
  for (const text of ['', 'tomorrow', '275760-12-31T00:00'])
    expect([text, parseInput(field('starttime', 'instant'), text)]).toEqual([text, null]);
});
