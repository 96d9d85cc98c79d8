import { z } from 'zod';
import type { LabelSource } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, words } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { FORMATS, type Format, formatOf, type Layout, layoutInBody, layoutInQuery } from './formats.ts';
import { sendToPrinter } from './print.ts';
import { zplOf } from './zpl.ts';

/** Labels that are made at once. */
const MOST = 200;
const MOST_PRINTERS = 5000;
const params = z.object({ type: z.string().max(64), id: idParam });
const wanted = z
  .enum(FORMATS)
  .optional()
  .meta({ description: 'The wanted code; default qr. A number that it cannot hold becomes a QR code.' });
const idsText = z
  .string()
  .max(MOST * 12)
  .refine(
    (text) => text.split(',').every((id) => /^\d{1,10}$/.test(id)),
    'Write ids with commas between them.',
  )
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= MOST, `At most ${MOST} labels are made at once.`)
  .meta({ description: `Ids with commas between them; at most ${MOST}.` });
const printing = z.object({
  type: z.string().max(64),
  ids: z.int().positive().array().min(1).max(MOST),
  printerid: z.int().positive(),
  copies: z.int().min(1).max(50).default(1).meta({ description: 'Of each label.' }),
  ...layoutInBody,
});
const label = z
  .object({
    type: z.string(),
    id: z.int(),
    title: z.string(),
    lines: z.string().array(),
    code: z.object({ value: z.string(), format: z.enum(FORMATS) }),
    url: z.string(),
  })
  .meta({ id: 'Label' });
export type Label = z.output<typeof label>;
const labelPrinter = z.object({ printerid: z.int(), name: z.string() }).meta({ id: 'LabelPrinter' });
export type LabelPrinterChoice = z.output<typeof labelPrinter>;

/** Links on paper outlive host names, so they start with the address that the settings give. */
function pageUrl(host: Host, path: string): string {
  const site = host.settings.text('site_url').replace(/\/+$/, '');
  return `${site || host.config.basePath}${path}`;
}

/** Makes labels of one kind; a name of none, or an id of nothing, is 404. */
class Maker {
  constructor(
    private readonly host: Host,
    private readonly sources: ReadonlyMap<string, LabelSource>,
  ) {}

  one(reader: Reader, type: string, id: number, format?: Format): Label {
    const made = this.sources.get(type)?.(reader, id);
    if (!made) throw notFound('Label');
    const { title, lines, value, path } = made;
    const code = { value, format: formatOf(value, format) };
    return { type, id, title, lines: [...lines], code, url: pageUrl(this.host, path) };
  }

  many(type: string, ids: readonly number[], format?: Format): Label[] {
    return this.host.db.read((reader) => ids.map((id) => this.one(reader, type, id, format)));
  }

  zpl(type: string, ids: readonly number[], layout: Layout, copies = 1): string {
    return this.many(type, ids, layout.format)
      .map(({ title, lines, code }) => zplOf({ title, lines, ...code }, layout, copies))
      .join('');
  }
}

/** What the label page prints, and label printers. */
export function labelRoutes(host: Host, sources: ReadonlyMap<string, LabelSource>): Api {
  const maker = new Maker(host, sources);
  return api('/api/labels')
    .get(
      '/print',
      () =>
        host.db
          .read((reader) => host.gathered.labelPrinters(host, reader))
          .slice(0, MOST_PRINTERS)
          .map(({ printerid, name }) => ({ printerid, name })),
      words({
        access: { can: 'labels.print' },
        summary: 'Printers that can be sent labels: those in use that have an IP address',
        answers: labelPrinter.array().max(MOST_PRINTERS),
      }),
    )
    .post(
      '/print',
      async ({ call, body }) => {
        const { type, ids, printerid, copies, ...layout } = body;
        if (new Set(ids).size < ids.length) throw new AppError('BAD_REQUEST', 'Name each thing once.');
        const zpl = maker.zpl(type, ids, layout, copies);
        const printer = await sendToPrinter(host, call.context, { type, ids, printerid, copies, zpl });
        return { printed: ids.length * copies, printer: printer.name };
      },
      words({
        access: { can: 'labels.print' },
        summary: 'Print labels on a label printer (ZPL over raw TCP)',
        body: printing,
        answers: z.object({ printed: z.int(), printer: z.string() }).meta({ id: 'PrintedLabels' }),
      }),
    )
    .get(
      '/:type',
      ({ params, query }) => maker.many(params.type, query.ids, query.format),
      words({
        access: 'optional',
        summary: 'What the labels of several things say',
        params: params.pick({ type: true }),
        query: z.object({ ids: idsText, format: wanted }),
        answers: label.array().max(MOST),
      }),
    )
    .get(
      '/:type/zpl',
      ({ params, query: { ids, ...layout } }) => asZpl(maker.zpl(params.type, ids, layout)),
      words({
        access: 'optional',
        summary: 'Labels in ZPL, the language of label printers',
        params: params.pick({ type: true }),
        query: z.object({ ids: idsText, ...layoutInQuery }),
        produces: 'text/plain',
      }),
    )
    .get(
      '/:type/:id',
      ({ params, query }) =>
        host.db.read((reader) => maker.one(reader, params.type, params.id, query.format)),
      words({
        access: 'optional',
        summary: 'What the label of a thing says',
        params,
        query: z.object({ format: wanted }),
        answers: label,
      }),
    );
}

const asZpl = (zpl: string): Response =>
  new Response(zpl, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="labels.zpl"',
    },
  });
