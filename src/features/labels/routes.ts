import { z } from 'zod';
import type { LabelSource } from '../../kit/contributions.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { layoutInBody, layoutInQuery } from './formats.ts';
import { label } from './label.ts';
import { FORMATS } from './layout/code-format.ts';
import { LabelMaker } from './maker.ts';
import { sendToPrinter } from './print.ts';

/** Maximum number of labels in one request. */
const MAX_LABELS = 200;
const MAX_PRINTERS = 5000;
const params = z.object({ type: z.string().max(64), id: idParam });
const wanted = z
  .enum(FORMATS)
  .optional()
  .meta({ description: 'Code symbology; default qr. A number that does not fit becomes a QR code.' });
const idsText = z
  .string()
  .max(MAX_LABELS * 12)
  .refine((text) => text.split(',').every((id) => /^\d{1,10}$/.test(id)), 'Separate ids with commas.')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= MAX_LABELS, `Request at most ${MAX_LABELS} labels at once.`)
  .meta({ description: `Ids separated by commas; at most ${MAX_LABELS}.` });
const printing = z.object({
  type: z.string().max(64),
  ids: z.int().positive().array().min(1).max(MAX_LABELS),
  printerid: z.int().positive(),
  copies: z.int().min(1).max(50).default(1).meta({ description: 'Number of copies of each label.' }),
  ...layoutInBody,
});
const labelPrinter = z.object({ printerid: z.int(), name: z.string() }).meta({ id: 'LabelPrinter' });
export type LabelPrinterChoice = z.output<typeof labelPrinter>;

/** Creates the routes for labels and label printers. */
export function labelRoutes(host: Host, sources: ReadonlyMap<string, LabelSource>): Api {
  const maker = new LabelMaker(host, sources);
  return api('/api/labels')
    .get(
      '/print',
      () =>
        host.db
          .read((reader) => host.contributions.labelPrinters(host, reader))
          .slice(0, MAX_PRINTERS)
          .map(({ printerid, name }) => ({ printerid, name })),
      routeOptions({
        access: { can: 'labels.print' },
        summary: 'List printers for labels: active printers with an IP address',
        responseSchema: labelPrinter.array().max(MAX_PRINTERS),
      }),
    )
    .post(
      '/print',
      async ({ call, body }) => {
        const { type, ids, printerid, copies, ...layout } = body;
        if (new Set(ids).size < ids.length) throw new AppError('BAD_REQUEST', 'Send each ID only once.');
        const zpl = await maker.zpl({ type, ids, turn: call.createTimeSlice() }, layout, copies);
        const printer = await sendToPrinter(host, call.context, { type, ids, printerid, copies, zpl });
        return { printed: ids.length * copies, printer: printer.name };
      },
      routeOptions({
        access: { can: 'labels.print' },
        summary: 'Print labels on a label printer (ZPL over raw TCP)',
        body: printing,
        responseSchema: z.object({ printed: z.int(), printer: z.string() }).meta({ id: 'PrintedLabels' }),
      }),
    )
    .get(
      '/:type',
      ({ call, params: { type }, query: { ids, format } }) =>
        maker.makeMany({ type, ids, turn: call.createTimeSlice() }, format),
      routeOptions({
        access: 'optional',
        summary: 'Get the content of several labels',
        params: params.pick({ type: true }),
        query: z.object({ ids: idsText, format: wanted }),
        responseSchema: label.array().max(MAX_LABELS),
      }),
    )
    .get(
      '/:type/zpl',
      async ({ call, params: { type }, query: { ids, ...layout } }) =>
        asZpl(await maker.zpl({ type, ids, turn: call.createTimeSlice() }, layout)),
      routeOptions({
        access: 'optional',
        summary: 'Get labels in ZPL, the language of label printers',
        params: params.pick({ type: true }),
        query: z.object({ ids: idsText, ...layoutInQuery }),
        produces: 'text/plain',
      }),
    )
    .get(
      '/:type/:id',
      async ({ call, params: { type, id }, query: { format } }) =>
        (await maker.makeMany({ type, ids: [id], turn: call.createTimeSlice() }, format))[0]!,
      routeOptions({
        access: 'optional',
        summary: 'Get the content of a label',
        params,
        query: z.object({ format: wanted }),
        responseSchema: label,
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
