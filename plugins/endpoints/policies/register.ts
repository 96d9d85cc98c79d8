import { z } from 'zod';
import { defineRegister } from '../../../src/kit/resource/define.ts';
import { integer, json, text } from '../../../src/kit/resource/fields.ts';
import { ACTIONS } from '../actions.ts';
import { endpointpolicies } from '../tables.ts';

const needs = { can: 'endpoints.policies' };

export const policies = defineRegister(endpointpolicies, {
  name: 'endpointpolicies',
  path: '/endpoints/policies',
  label: 'policyname',
  one: 'Policy',
  many: 'Policies',
  schemaName: 'EndpointPolicy',
  icon: 'shield-check',
  about:
    'What may be done on which PCs. Without one, PCs may be asked for their inventory, to enforce, to sync printers and to show a message.',
  audit: 'endpoints.policy',
  remove: 'hard',
  sort: 'priority',
  newestFirst: true,
  can: { read: { can: 'endpoints.view' }, create: needs, edit: needs, delete: needs },
  columns: {
    policyname: text({ title: 'Policy', required: true, search: true, sort: true }),
    scope: json({
      title: 'For',
      help: 'hostname, assettype, computertype, location, businessunit: one value or a list each. What is no object means every PC.',
      drawn: 'pc-scope',
    }),
    allowedactions: json({
      title: 'Allowed actions',
      help: `Any of ${ACTIONS.join(', ')}.`,
      schema: z.enum(ACTIONS).array().max(ACTIONS.length),
      default: [],
      drawn: 'endpoints.actions',
    }),
    pollseconds: integer({ title: 'Checks in every', unit: 'seconds', min: 5, max: 86_400 }),
    priority: integer({
      title: 'Priority',
      help: 'Of several that fit a PC the one with the highest number counts.',
      min: -1000,
      max: 1000,
      default: 0,
      sort: true,
    }),
  },
});
