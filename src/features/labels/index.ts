import { z } from 'zod';
import type { LabelSource } from '../../kit/contributions.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { api, words } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { assetLabel, extendingLabel, type FlagTitles, locationLabel } from './asset-label.ts';

const FORMATS = ['qr', 'code128'] as const;
const params = z.object({ type: z.string().max(64), id: idParam });
const query = z.object({
  format: z.enum(FORMATS).optional().meta({ description: 'The wanted code; default qr.' }),
});
const response = z
  .object({
    type: z.string(),
    id: z.int(),
    title: z.string(),
    lines: z.string().array(),
    code: z.object({ value: z.string(), format: z.enum(FORMATS) }),
    url: z.string(),
  })
  .meta({ id: 'Label' });

/** Label types by name: every register that extends assets has one, and plugins bring their own. */
function labelSources(host: Host): Map<string, LabelSource> {
  const flags: FlagTitles = (reader, assetid) =>
    host.gathered
      .assetFlags(host, reader, [assetid])
      .get(assetid)
      ?.flatMap(({ title, onlabels = true }) => (onlabels ? title : [])) ?? [];
  const sources = new Map<string, LabelSource>([['asset', assetLabel(flags)]]);
  for (const register of host.registers.all()) {
    if (register.asset && register.labelType)
      sources.set(register.labelType, extendingLabel(register, flags));
  }
  for (const [type, source] of host.gathered.labels) sources.set(type, source);
  return sources;
}

/** Bars hold printable ASCII only; anything else becomes squares. */
const formatOf = (value: string, wanted: (typeof FORMATS)[number] = 'qr') =>
  /^[\x20-\x7e]{1,48}$/.test(value) ? wanted : 'qr';

/** Links on paper outlive host names, so they start with the address that the settings give. */
function pageUrl(host: Host, path: string): string {
  const site = host.settings.text('site_url').replace(/\/+$/, '');
  return `${site || host.config.basePath}${path}`;
}

/** What the label page prints. */
export const labels = definePlugin({
  id: 'labels',
  title: 'Labels',
  description: 'What is printed on the labels of things',
  core: true,
  labels: { location: locationLabel },
  routes: (host) => {
    const sources = labelSources(host);
    return [
      api('/api/labels').get(
        '/:type/:id',
        ({ params, query }) => {
          const { type, id } = params;
          const label = host.db.read((reader) => sources.get(type)?.(reader, id));
          if (!label) throw notFound('Label');
          const { title, lines, value, path } = label;
          const code = { value, format: formatOf(value, query.format) };
          return { type, id, title, lines, code, url: pageUrl(host, path) };
        },
        words({
          access: 'optional',
          summary: 'What the label of a thing says',
          params,
          query,
          answers: response,
        }),
      ),
    ];
  },
});
