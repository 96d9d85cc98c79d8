import { queryOptions } from '@tanstack/react-query';
import { get, request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import type { Slide } from '../../routes.ts';
import type { Surface } from '../../surfaces.ts';

export type { Slide } from '../../routes.ts';

const keyOf = (surface: Surface) => ['slides', surface] as const;

/** Returns the query for all slides of a surface. */
export const slidesQuery = (surface: Surface) =>
  queryOptions({
    queryKey: keyOf(surface),
    queryFn: ({ signal }) => get<Slide[]>(`/slides/${surface}`, undefined, signal),
  });

/** Replaces the slides of a surface in the query cache. Sends nothing to the server. */
export const setSlides = (surface: Surface, slides: Slide[]) =>
  queryClient.setQueryData<Slide[]>(keyOf(surface), slides);

export const refetchSlides = (surface: Surface) =>
  queryClient.invalidateQueries({ queryKey: keyOf(surface) });

/**
 * Saves an order and returns the ID of its audit row. Shows the new order at once. If the server rejects it,
 * restores the previous one and throws the error.
 */
export async function saveOrder(surface: Surface, slides: Slide[]): Promise<string | null> {
  const before = queryClient.getQueryData<Slide[]>(keyOf(surface));
  setSlides(surface, slides);
  try {
    const order = slides.map(({ filename }) => filename);
    const { data, auditid } = await request<Slide[]>('POST', `/slides/${surface}/order`, { body: { order } });
    setSlides(surface, data);
    return auditid;
  } catch (cause) {
    if (before) setSlides(surface, before);
    throw cause;
  }
}

/** Saves the display time of a slide; 0 is the default of the surface. */
export async function saveSeconds({ surface, slideid }: Slide, seconds: number): Promise<void> {
  await request('PATCH', `/slides/${surface}/${slideid}`, { body: { seconds } });
  await refetchSlides(surface);
}

/** Removes a slide and returns the ID of the audit row, if this user may undo it. */
export async function removeSlide({ surface, filename }: Slide): Promise<string | null> {
  const { auditid } = await request('POST', `/slides/${surface}/delete`, { body: { files: [filename] } });
  await refetchSlides(surface);
  return auditid;
}

/** Returns the list with one item at another index, which is limited to the list. */
export function moveItem<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, rows[from]!);
}
