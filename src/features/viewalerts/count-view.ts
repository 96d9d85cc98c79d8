import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import type { Input, Register } from '../../kit/resource/register.ts';
import { CountCache } from './count-cache.ts';

/** The list of a view, with its query as stored: JSON of a text or an object. */
export interface ViewSource {
  page: string;
  query: string | null;
}

/** Parameters of a list in the UI that do not change which rows it has. */
const LOOKS = ['page', 'per_page', 'sort', 'dir', 'group', 'open', 'view'];

/** A list in the UI with its validated filters. */
export interface FilteredList {
  register: Register;
  filters: Input;
}

/** Returns the list of a link in the UI. Undefined for other pages, and when a filter is not valid. */
export function findFilteredList(host: Host, href: string): FilteredList | undefined {
  const [path, query = ''] = href.split('?', 2);
  const register = findRegister(host, path!);
  if (!register || register.unlisted) return undefined;
  const filters = validateFilters(host, register, query);
  return filters && { register, filters };
}

/** Returns the filters in the query of a list, which is without `?`. Undefined when one is not valid. */
function validateFilters(host: Host, register: Register, query: string): Input | undefined {
  const entries = new URLSearchParams(query).entries().filter(([name]) => !LOOKS.includes(name));
  return host.resource(register).schemas.list.safeParse(Object.fromEntries(entries)).data;
}

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

/** Reports whether the caller may read the list of a view, and its rows can be counted. */
export function canReadView(host: Host, actor: Actor, { page }: ViewSource): boolean {
  const register = findRegister(host, page);
  return register !== undefined && !register.unlisted && isAuthorized(actor, register.can.read);
}

/**
 * Returns the number of rows of a view for a caller. Throws AppError when the list no longer exists or cannot be
 * counted, when the caller may not read it, or when a filter is invalid.
 */
export function countView(host: Host, actor: Actor, view: ViewSource): number {
  const register = getRegister(host, actor, view);
  return host.db.read((reader) => countRows(host, reader, { actor, register, view }));
}

/** Counts views for the dashboard. A count is valid for all callers with the same access to the filters. */
export class ViewCounts {
  private readonly cache = new CountCache(() => this.host.clock.now().getTime());

  constructor(private readonly host: Host) {}

  /** Returns a function like `countView` for one request, which uses the cached counts. */
  begin(): typeof countView {
    const read = this.cache.begin();
    return (host, actor, view) => {
      const register = getRegister(host, actor, view);
      const extensions = host.registers.listExtensions(register, actor).map(({ needs }) => needs);
      const key = JSON.stringify([view.page, viewQueryOf(view), extensions]);
      return read(key, () => host.db.watch((reader) => countRows(host, reader, { actor, register, view })));
    };
  }
}

/** Returns the list with this path in the UI. */
export const findRegister = (host: Host, page: string): Register | undefined =>
  host.registers.all().find(({ path }) => path === page);

/** Returns the list of a view. Throws AppError when the caller may not count its rows. */
function getRegister(host: Host, actor: Actor, { page }: ViewSource): Register {
  const register = findRegister(host, page);
  if (!register) throw new AppError('NOT_FOUND', 'The list of this view no longer exists.');
  if (!isAuthorized(actor, register.can.read))
    throw new AppError('FORBIDDEN', 'You may no longer read the list of this view.');
  // The route of an unlisted register chooses the rows that a caller sees. A count would include the others.
  if (register.unlisted)
    throw new AppError(
      'VALIDATION_ERROR',
      'Rows of this list cannot be counted. Choose a view of another list.',
    );
  return register;
}

/** Counts the rows of a view. Throws AppError for an invalid filter. */
function countRows(
  host: Host,
  reader: Reader,
  { actor, register, view }: { actor: Actor; register: Register; view: ViewSource },
): number {
  const filters = validateFilters(host, register, viewQueryOf(view));
  if (!filters) throw invalidFilter();
  try {
    return host.resource(register).lister.count(reader, filters, actor);
  } catch (cause) {
    // The filter of a deleted custom field, for example.
    throw cause instanceof AppError && cause.code === 'VALIDATION_ERROR' ? invalidFilter() : cause;
  }
}

const invalidFilter = () =>
  new AppError('CONFLICT', 'A filter of this view is no longer valid. Save the view again.');
