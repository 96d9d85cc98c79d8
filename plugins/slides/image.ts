import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { SLIDE_AREA, slideByName } from './queries.ts';
import { imageVersionOf } from './service.ts';
import type { Surface } from './surfaces.ts';

/**
 * Returns the image file of a listed slide, or 304 if the client has it. An address with the version is
 * immutable and may be cached. At the bare name, the client must revalidate each time. Throws 404 for an
 * unknown slide.
 */
export function serveSlideImage(host: Host, call: Call, surface: Surface, filename: string): Response {
  const version = new URLSearchParams(call.req.url.split('?')[1] ?? '').get('v');
  const slide = host.db.read((reader) => slideByName.get(reader, { surface, filename }));
  if (!slide) throw notFound('Slide');
  const served = host.files.serve(SLIDE_AREA, slide.storedname);
  const etag = `"${slide.sha256}"`;
  served.headers.set('ETag', etag);
  if (version !== imageVersionOf(slide)) served.headers.set('Cache-Control', 'no-cache');
  const etags = call.req.headers.get('if-none-match')?.split(',') ?? [];
  const isKnown = etags.some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')));
  return isKnown ? new Response(null, { status: 304, headers: withoutContent(served.headers) }) : served;
}

function withoutContent(source: Headers): Headers {
  const headers = new Headers(source);
  for (const name of ['Content-Type', 'Content-Length']) headers.delete(name);
  return headers;
}
