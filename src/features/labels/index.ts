import type { LabelSource } from '../../kit/contributions.ts';
import type { Host } from '../../kit/host.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { labelTypesOf } from '../../kit/resource/register.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import { assetLabel, extendingLabel, locationLabel } from './asset-label.ts';
import { labelRoutes } from './routes.ts';
import { labelTemplateRegister } from './templates/register.ts';
import { oneDefaultInvariant } from './templates/rules.ts';
import * as tables from './templates/tables.ts';

/**
 * Returns the label sources by label type. Every register that extends assets has one, and plugins add their
 * own.
 */
function labelSources(host: Host): Map<string, LabelSource> {
  const sources = new Map<string, LabelSource>([['asset', assetLabel]]);
  for (const register of host.registers.all()) {
    if (!register.asset) continue;
    for (const type of labelTypesOf(register)) sources.set(type, extendingLabel(register));
  }
  for (const [type, source] of host.contributions.labels) sources.set(type, source);
  return sources;
}

/** The labels that the label page prints. */
export const labels = definePlugin({
  id: 'labels',
  title: 'Labels',
  description: 'Labels with codes for assets and other records',
  core: true,
  tables,
  permissions: {
    'labels.print': 'Print labels on a label printer',
    'labels.manage': 'Manage label templates',
  },
  settings: declareSettings('labels', {
    label_printer_port: {
      title: 'Label printer port',
      description: 'TCP port for raw printing. Zebra and most other printers use 9100.',
      type: 'integer',
      min: 1,
      max: 65_535,
      default: '9100',
    },
  }),
  labels: { location: locationLabel },
  registers: [labelTemplateRegister],
  invariants: [oneDefaultInvariant],
  navigation: [
    {
      group: 'Records',
      family: 'Lists',
      title: 'Label templates',
      icon: 'tag',
      path: '/labeltemplates',
      needs: 'labels.manage',
      words: 'print sheet roll barcode',
    },
  ],
  routes: (host) => [labelRoutes(host, labelSources(host))],
});
