import { z } from 'zod';
import { defineRegister } from '../../kit/resource/define.ts';
import { boolean, choice, integer, json, ref, text } from '../../kit/resource/fields.ts';
import { FIELD_TYPES } from './field-types.ts';
import { checkField } from './rules.ts';
import * as tables from './tables.ts';

/** Row limit, because the values of an asset are served without paging. */
export const MAX_CUSTOM_FIELDS = 1000;
const optionsSchema = z.array(z.string().trim().min(1, 'An option needs a name.').max(255)).max(200);
const edit = { can: 'settings.edit' };

export const customFieldRegister = defineRegister(tables.customfields, {
  path: '/customfields',
  label: 'label',
  many: 'Custom fields',
  one: 'Custom field',
  icon: 'forms',
  about: 'Your own fields for assets of one type or of all types.',
  audit: 'customfields.customfield',
  remove: 'hard',
  can: { read: 'optional', create: edit, edit, delete: edit },
  sort: 'sortorder',
  bound: { most: MAX_CUSTOM_FIELDS },
  uniqueTogether: { fields: ['fieldname', 'assettypeid'], names: 'fieldname' },
  columns: {
    fieldname: text({
      title: 'Field name',
      search: true,
      sort: true,
      help: 'The key in the API and in imports, for example costcenter.',
    }),
    label: text({
      required: false,
      title: 'Label',
      search: true,
      sort: true,
      help: 'Name in the UI. If empty, the field name is used.',
    }),
    assettypeid: ref('assettypes', {
      title: 'Asset type',
      filter: ['assettypeid', 'typeid', 'type_id'],
      help: 'If empty, assets of all types have the field.',
    }),
    fieldtype: choice(FIELD_TYPES, { title: 'Type', default: 'text', filter: ['fieldtype'] }),
    options: json({
      title: 'Options',
      schema: optionsSchema,
      texts: true,
      while: { field: 'fieldtype', is: 'select' },
      list: 'never',
      help: 'Choices of a field of the type Choice.',
    }),
    isrequired: boolean({
      title: 'Required',
      default: false,
      help: 'New assets need a value. Reports of agents do not.',
    }),
    issearchable: boolean({
      title: 'Searchable',
      default: false,
      help: 'The search finds assets by values of this field.',
    }),
    groupname: text({
      required: false,
      title: 'Group',
      sort: true,
      help: 'Heading of the field on pages and in forms. If empty, it is Custom fields.',
    }),
    sortorder: integer({ title: 'Order', default: 0, min: -1_000_000, max: 1_000_000, sort: true }),
  },
  check: checkField,
});
