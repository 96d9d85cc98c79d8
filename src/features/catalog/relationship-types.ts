import { AppError } from '../../kit/errors.ts';
import { registerOf } from '../../kit/resource/define.ts';
import { boolean, color, json, longtext, text } from '../../kit/resource/fields.ts';
import { openRead } from './access.ts';
import * as tables from './tables.ts';

/** The standing types carry rules of the product: their names stay. */
const STANDING = 6;

export const relationshiptypes = registerOf(tables.relationshiptypes, {
  name: 'relationshiptypes',
  path: '/assets/relationshiptypes',
  label: 'relationshiptype',
  title: 'Relationship types',
  titleone: 'Relationship type',
  icon: 'arrows-exchange',
  description: 'The ways in which two assets can be tied: controls, part of, connected to.',
  audit: 'catalog.relationshiptype',
  remove: 'hard',
  can: openRead('assets'),
  defaultsort: 'relationshiptype',
  fields: {
    relationshiptype: text({ title: 'Relationship', search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    color: color({ title: 'Colour', max: 32 }),
    isdirectional: boolean({
      title: 'Has a direction',
      default: true,
      help: 'Off when the two sides are alike, as with "connected to".',
    }),
    issingular: boolean({
      title: 'One for each asset',
      default: false,
      help: 'A second one replaces the first.',
    }),
    propagatesthrough: json({
      title: 'Inherited through',
      readonly: true,
      list: 'hidden',
      select: `(SELECT coalesce(json_group_array(json_object('relationshiptype', x.relationshiptype, 'through', y.relationshiptype)), '[]')
        FROM relationshippropagations p JOIN relationshiptypes x ON x.relationshiptypeid = p.relationshiptypeid
        JOIN relationshiptypes y ON y.relationshiptypeid = p.throughtypeid WHERE p.relationshiptypeid = t.relationshiptypeid)`,
    }),
  },
  hooks: {
    check: (_tx, input, before) => {
      const standing = before && (before.relationshiptypeid as number) <= STANDING;
      const renamed =
        input.relationshiptype !== undefined && input.relationshiptype !== before?.relationshiptype;
      if (standing && renamed)
        throw new AppError(
          'CONFLICT',
          'The name of a standing relationship type stays, because the product relies on it.',
          { field: 'relationshiptype' },
        );
    },
    removed: (_tx, id) => {
      if (id <= STANDING)
        throw new AppError(
          'CONFLICT',
          'A standing relationship type cannot be deleted, because the product relies on it.',
        );
    },
  },
});
