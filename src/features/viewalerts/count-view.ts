import type { Actor } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';

/** The list of a view, with its query as stored: JSON of a text or an object. */
export interface ViewSource {
  page: string;
  query: string | null;
}

/** Parameters of a list in the UI that do not change which rows it has. */
const LOOKS = ['page', 'per_page', 'sort', 'dir', 'open', 'view'];

/** Returns the query of a view for the URL, without `?`. */
export function viewQueryOf({ query }: ViewSource): string {
  const stored: unknown = query === null ? '' : JSON.parse(query);
  if (typeof stored === 'string') return stored.replace(/^\?/, '');
  const entries = Object.entries((stored as Record<string, unknown> | null) ?? {});
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

/** Returns the address of the list of a view in the UI. */
export function viewHrefOf(view: ViewSource): string {
  const query = viewQueryOf(view);
  return query ? `${view.page}?${query}` : view.page;
}

/** Reports whether the caller may read the list of a view. */
export function canReadView(host: Host, actor: Actor, { page }: ViewSource): boolean {
  const register = host.registers.all().find(({ path }) => path === page);
  return register !== undefined && isAuthorized(actor, register.can.read);
}

/**
 * Returns the number of rows of a view for a caller. It is cached until a table changes that it reads. Throws
 * AppError when the list no longer exists, when the caller may not read it, or when a filter is invalid.
 */
export function countView(host: Host, actor: Actor, view: ViewSource): number {
  const register = host.registers.all().find(({ path }) => path === view.page);
  if (!register) throw new AppError('NOT_FOUND', 'The list of this view no longer exists.');
  if (!isAuthorized(actor, register.can.read))
    throw new AppError('FORBIDDEN', 'You may no longer read the list of this view.');
  const { lister, schemas } = host.resource(register);
  const text = viewQueryOf(view);
  const params = Object.fromEntries(
    new URLSearchParams(text).entries().filter(([name]) => !LOOKS.includes(name)),
  );
  const parsed = schemas.list.safeParse(params);
  if (!parsed.success)
    throw new AppError('CONFLICT', 'A filter of this view is no longer valid. Save the view again.');
  const query = parsed.data as Parameters<typeof lister.count>[1];
  host.db.read((reader) => lister.prepare(reader, query, actor));
  return host.db.remember(`view ${view.page} ${text}`, (reader) => lister.count(reader, query));
}
