import { expect, test } from 'bun:test';
import type { FieldKind } from '../../kit/resource/descriptor.ts';
import { toDraftName } from './draft-name.ts';

test.each([
  [['text'], null],
  [['select', 'ref', 'boolean'], null],
  [['secret', 'text'], null],
  [['ref', 'longtext'], 'name'],
  [['date', 'number', 'secret'], 'name'],
] as [FieldKind[], string | null][])('a dialog with the fields %j has the draft %s', (kinds, name) => {
  expect(
    toDraftName(
      kinds.map((kind) => ({ kind })),
      'name',
    ),
  ).toBe(name);
});
