import { z } from 'zod';
import type { Host } from '../host.ts';
import { idParam } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';
import { definePlugin } from '../plugin.ts';
import { registerRoutes } from '../resource/routes.ts';
import { customfields, FIELD_TYPES } from './register.ts';
import { valueHistory, valueSearch } from './traces.ts';
import { customValues, setCustomValues } from './values.ts';

const byAsset = z.object({ assetid: idParam });
const valueRow = z
  .object({
    customfieldid: z.int(),
    fieldname: z.string(),
    label: z.string(),
    fieldtype: z.enum(FIELD_TYPES),
    value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    options: z.string().array().nullable(),
    isrequired: z.boolean(),
  })
  .meta({ id: 'CustomValue' });
const body = z.object({
  values: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ description: 'Values by field name; null clears one. Fields that are not named stay.' }),
});

function valueRoutes(host: Host): Route[] {
  const path = '/api/assets/:assetid/customfields';
  return [
    route(
      'GET',
      path,
      {
        access: 'optional',
        summary: "The plant's own fields of an asset",
        params: byAsset,
        response: valueRow.array(),
      },
      ({ params }) => customValues(host, params.assetid),
    ),
    route(
      'PUT',
      path,
      {
        access: { can: 'assets.edit' },
        summary: "Set values of the plant's own fields, all or none",
        params: byAsset,
        body,
        response: valueRow.array(),
      },
      (call) => {
        setCustomValues(host, call.context, call.params.assetid, call.body.values);
        return customValues(host, call.params.assetid);
      },
    ),
  ];
}

/** What a plant wants to know of its assets beyond what every plant does. */
export const customising = definePlugin({
  id: 'customfields',
  title: 'Custom fields',
  description: 'Fields that the plant adds to its assets',
  core: true,
  registers: [customfields],
  navigation: [
    {
      group: 'Admin',
      title: 'Custom fields',
      icon: 'forms',
      path: '/customfields',
      needs: 'settings.edit',
      order: 45,
    },
  ],
  searchParts: [valueSearch],
  history: { customvalues: valueHistory },
  routes: (host) => [...registerRoutes(host.resource(customfields)), ...valueRoutes(host)],
});
