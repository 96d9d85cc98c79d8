import { invariant } from '../../kit/data/invariant.ts';
import { sql } from '../../kit/data/sql-text.ts';
import { AppError } from '../../kit/errors.ts';
import { computed } from '../../kit/resource/computed.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import { boolean, color, longtext, text } from '../../kit/resource/fields.ts';
import { openRead } from './access.ts';
import { relationshippropagations as propagations, relationshiptypes as types } from './tables.ts';

/** Number of built-in types. Code of the product refers to them, so their names cannot change. */
const BUILTIN_TYPES = 6;

export const relationshipTypeRegister = defineRegister(types, {
  path: '/assets/relationshiptypes',
  label: 'relationshiptype',
  many: 'Connection types',
  one: 'Connection type',
  schemaName: 'Relationshiptype',
  icon: 'arrows-exchange',
  about: 'Types of connections between assets: controls, part of, connected to.',
  audit: 'catalog.relationshiptype',
  remove: 'hard',
  can: openRead('assets'),
  sort: 'relationshiptype',
  columns: {
    relationshiptype: text({
      title: 'Connection type',
      search: true,
      sort: true,
      drawn: 'catalog.relationshiptype',
    }),
    description: longtext({ title: 'Description' }),
    color: color({ title: 'Color', max: 32 }),
    isdirectional: boolean({
      title: 'Has a direction',
      default: true,
      help: 'Turn off if both sides are equal, as with "connected to".',
    }),
    issingular: boolean({
      title: 'One for each asset',
      default: false,
      help: 'A new connection of this type replaces the previous one.',
    }),
  },
  computed: {
    propagatesthrough: computed.json({
      title: 'Inherited through',
      list: 'hidden',
      from: sql`(SELECT coalesce(json_group_array(json_object('relationshiptype', x.relationshiptype, 'through', y.relationshiptype)), '[]')
        FROM ${propagations} p JOIN ${types} x ON x.relationshiptypeid = p.relationshiptypeid
        JOIN ${types} y ON y.relationshiptypeid = p.throughtypeid WHERE p.relationshiptypeid = ${types.relationshiptypeid})`,
    }),
  },
});

/** Protects the built-in types, which the product relies on, from deletion and renaming. */
export const builtInTypesStay = invariant(
  'built-in relationship types keep their names',
  [types],
  (_tx, changes) => {
    for (const { op, id, after } of changes) {
      if (id > BUILTIN_TYPES) continue;
      if (op === 'delete')
        throw new AppError(
          'CONFLICT',
          'You cannot delete a built-in connection type, because Millwright uses it.',
        );
      if (op === 'update' && after?.relationshiptype !== undefined)
        throw new AppError(
          'CONFLICT',
          'You cannot rename a built-in connection type, because Millwright uses it.',
          { field: 'relationshiptype' },
        );
    }
  },
);
