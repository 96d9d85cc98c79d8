import { z } from 'zod';
import { foreignPermission } from '../../kit/contributions.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { permissions as platformPermissions } from '../platform/index.ts';
import { FIELD_TYPES, type FieldType } from './field-types.ts';
import { customImportColumns } from './import-columns.ts';
import { customListFields } from './list-fields.ts';
import { customFieldRegister, MAX_CUSTOM_FIELDS } from './register.ts';
import * as tables from './tables.ts';
import { valueHistory, valueSearch } from './traces.ts';
import { readCustomValues, setCustomValues } from './values.ts';

const byAsset = z.object({ assetid: idParam });
const valueRow = z
  .object({
    customfieldid: z.int(),
    fieldname: z.string(),
    label: z.string(),
    fieldtype: z.enum(Object.keys(FIELD_TYPES) as [FieldType]),
    value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    options: z.string().array().nullable(),
    isrequired: z.boolean(),
    groupname: z.string().nullable(),
  })
  .meta({ id: 'CustomValue' });
export type CustomValueRow = z.output<typeof valueRow>;
const body = z.object({
  values: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ description: 'Values by field name; null clears a field. Other fields stay unchanged.' }),
});

function valueRoutes(host: Host): readonly Api[] {
  const path = '/api/assets/:assetid/customfields';
  return [
    api('')
      .get(
        path,
        ({ params }) => readCustomValues(host, params.assetid),
        routeOptions({
          access: 'optional',
          summary: 'Custom field values of an asset',
          params: byAsset,
          responseSchema: valueRow.array().max(MAX_CUSTOM_FIELDS),
        }),
      )
      .put(
        path,
        ({ call, params, body }) => {
          setCustomValues(host, call.context, params.assetid, body.values);
          return readCustomValues(host, params.assetid);
        },
        routeOptions({
          access: { can: 'assets.edit' },
          summary: 'Set custom field values, all or none',
          params: byAsset,
          body,
          responseSchema: valueRow.array(),
        }),
      ),
  ];
}

/** Custom fields, which a plant adds to its assets. */
export const customFieldsFeature = definePlugin({
  id: 'customfields',
  title: 'Custom fields',
  description: 'Your own fields for assets',
  core: true,
  tables,
  registers: [customFieldRegister],
  navigation: [
    {
      group: 'Admin',
      family: 'Settings',
      title: 'Custom fields',
      icon: 'forms',
      path: '/customfields',
      needs: foreignPermission(platformPermissions, 'settings.edit'),
      order: 45,
    },
  ],
  searchParts: [valueSearch],
  addedFields: customListFields,
  importColumns: () => customImportColumns,
  history: [valueHistory],
  rowTitles: {
    customvalues: {
      one: 'Custom field value',
      namedBy: 'customfieldid',
      fields: {
        customfieldid: { title: 'Custom field', kind: 'ref', ref: { register: 'customfields' } },
        value: { title: 'Value' },
      },
    },
  },
  routes: (host) => valueRoutes(host),
});
