import { z } from 'zod';
import { attachMany } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { serveSlideImage } from './image.ts';
import { SLIDE_RULE } from './pictures.ts';
import { SLIDE_AREA } from './queries.ts';
import {
  addSlides,
  listSlides,
  orderSlides,
  readSlideFeed,
  removeSlides,
  setSlideSeconds,
} from './service.ts';
import { isSurface, MAX_SECONDS, MAX_SLIDES, SURFACES } from './surfaces.ts';

const MAX_NAMES = 500;

const surface = z.enum(SURFACES);
const bySurface = z.object({ surface });
const names = z.array(z.string().max(255)).max(MAX_NAMES);

const slide = z
  .object({
    slideid: z.int(),
    surface,
    filename: z.string(),
    sortorder: z.int(),
    seconds: z.int().meta({ description: '0: the default time of the surface.' }),
    mediatype: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    isthere: z.boolean().meta({ description: 'The file exists. Displays skip slides without a file.' }),
    url: z.string(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'Slide' });
export type Slide = z.output<typeof slide>;

const timing = z.object({
  seconds: z.int().meta({
    description: `0: the default time of the surface. Screens show a slide for at most ${MAX_SECONDS}.`,
  }),
});

/** Public routes for screens, which have no credentials. */
export const slideFeedRoutes = (host: Host): Api =>
  api('/api/slides')
    .get(
      '/feed',
      ({ query }) => {
        const feed = readSlideFeed(host, isSurface(query.surface) ? query.surface : 'lobby');
        return Response.json(feed, { headers: { 'Cache-Control': 'no-cache' } });
      },
      routeOptions({
        access: 'open',
        summary: 'List the slides that a display shows, without the envelope',
        query: z.object({
          surface: z
            .string()
            .optional()
            .meta({ description: 'lobby or shopfloor; other values mean lobby.' }),
        }),
        produces: 'application/json',
      }),
    )
    .get(
      '/img/:surface/:filename',
      ({ call, params }) => serveSlideImage(host, call, params.surface, params.filename),
      routeOptions({
        access: 'open',
        summary: 'Get the image of a slide',
        params: bySurface.extend({ filename: z.string().max(255) }),
        produces: 'image/*',
      }),
    );

const access = { can: 'slides.manage' } as const;

/** Routes for users who may manage slides. */
export const slideRoutes = (host: Host): Api =>
  api('/api/slides')
    .get(
      '/:surface',
      ({ params }) => listSlides(host, params.surface),
      routeOptions({
        access,
        summary: 'List the slides of a surface',
        params: bySurface,
        responseSchema: slide.array().max(MAX_SLIDES),
      }),
    )
    .post(
      '/:surface/upload',
      async ({ call, params }) => {
        call.disableIdleTimeout();
        const added = await attachMany(host.files, call.req, SLIDE_AREA, SLIDE_RULE, (files) =>
          addSlides(host, call.context, params.surface, files),
        );
        return { added, filename: added[0]!, slides: listSlides(host, params.surface) };
      },
      routeOptions({
        access,
        summary: 'Upload images as slides, all of them or none',
        params: bySurface,
        raw: { type: ['multipart/form-data', 'application/octet-stream'] },
        responseSchema: z.object({ added: z.string().array(), filename: z.string(), slides: slide.array() }),
        status: 201,
      }),
    )
    .post(
      '/:surface/order',
      ({ call, params, body }) => {
        orderSlides(host, call.context, params.surface, body.order);
        return listSlides(host, params.surface);
      },
      routeOptions({
        access,
        summary: 'Reorder slides; unknown names are ignored',
        params: bySurface,
        body: z.object({ order: names }),
        responseSchema: slide.array(),
      }),
    )
    .post(
      '/:surface/delete',
      ({ call, params, body }) => ({
        removed: removeSlides(host, call.context, params.surface, body.files),
      }),
      routeOptions({
        access,
        summary: 'Remove slides by name',
        params: bySurface,
        body: z.object({ files: names }),
        responseSchema: z.object({ removed: z.int() }),
      }),
    )
    .patch(
      '/:surface/:slideid',
      ({ call, params, body }) => {
        setSlideSeconds(host, call.context, params, body.seconds);
        return listSlides(host, params.surface).find(({ slideid }) => slideid === params.slideid)!;
      },
      routeOptions({
        access,
        summary: 'Set the display time of a slide',
        params: bySurface.extend({ slideid: idParam }),
        body: timing,
        responseSchema: slide,
      }),
    );
