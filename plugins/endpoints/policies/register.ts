import { z } from 'zod';
import { defineRegister } from '../../../src/kit/resource/define.ts';
import { integer, json, text } from '../../../src/kit/resource/fields.ts';
import { ACTIONS } from '../actions.ts';
import { endpointpolicies } from '../tables.ts';

const needs = { can: 'endpoints.policies' };

export const policies = defineRegister(endpointpolicies, {
  name: 'endpointpolicies',
  path: '/endpoints/policies',
  searchKind: 'policy',
  label: 'policyname',
  one: 'Policy',
  many: 'Policies',
  schemaName: 'EndpointPolicy',
  icon: 'shield-check',
  about:
    'Which commands may run on which PCs. Without a policy, PCs may refresh the inventory, enforce settings, sync printers and show messages.',
  audit: 'endpoints.policy',
  remove: 'hard',
  sort: 'priority',
  newestFirst: true,
  can: { read: { can: 'endpoints.view' }, create: needs, edit: needs, delete: needs },
  columns: {
    policyname: text({ title: 'Policy', required: true, search: true, sort: true }),
    scope: json({
      title: 'PCs',
      help: 'hostname, assettype, computertype, location, businessunit: one value or a list each. Any value other than an object matches all PCs.',
      drawn: 'pc-scope',
    }),
    allowedactions: json({
      title: 'Allowed actions',
      help: `Any of ${ACTIONS.join(', ')}.`,
      schema: z.enum(ACTIONS).array().max(ACTIONS.length),
      default: [],
      drawn: 'endpoints.actions',
    }),
    pollseconds: integer({ title: 'Check-in interval', unit: 'seconds', min: 5, max: 86_400 }),
    priority: integer({
      title: 'Priority',
      help: 'If several policies match a PC, the highest number applies.',
      min: -1000,
      max: 1000,
      default: 0,
      sort: true,
    }),
  },
});
