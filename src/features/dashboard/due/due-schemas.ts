import { z } from 'zod';
import type { Host } from '../../../kit/host.ts';
import { csvQuery, searchText } from '../../../kit/http/paging.ts';
import { placeFieldsOf } from '../../../kit/resource/place-filter.ts';
import { createFilterParams } from '../../../kit/resource/schemas.ts';
import { createDueColumns } from './due-columns.ts';

export const DEFAULT_DUE_DAYS = 7;
export const MAX_DUE_DAYS = 3650;

const days = z
  .string()
  .regex(/^[0-9]{1,4}$/, 'Use a number of days from 0 to 3650.')
  .transform(Number)
  .refine((n) => n <= MAX_DUE_DAYS, `Use at most ${MAX_DUE_DAYS} days.`);

/** The filters of the list, which are also those of the counts. */
const filtersOf = (host: Host) => ({
  kind: z
    .enum(host.contributions.dueSources.map(({ key }) => key))
    .optional()
    .meta({ description: 'Items of this kind only.' }),
  ...createFilterParams(placeFieldsOf(host.registers, host.registers.get('assets'))),
});

/** The parameters that select items, for the list and for calendars. */
const selectionOf = (host: Host) => ({
  days: days.optional().meta({
    description:
      'The number of days ahead; default 7, and 3650 with a filter by `due` or `daysleft`. Overdue items are always included.',
  }),
  state: z
    .enum(['overdue', 'upcoming'])
    .optional()
    .meta({ description: '`overdue`: due before today. `upcoming`: due from today on.' }),
  search: searchText.optional().meta({
    description:
      'Parts of the title or the location: words, `"phrases"`, `-excluded` words, `title:`, `location:` and `kind:`.',
  }),
  ...filtersOf(host),
});

/** Returns the schema of the query of a calendar. */
export const dueCalendarQuery = (host: Host) => z.object(selectionOf(host));
export type DueCalendarQuery = z.output<ReturnType<typeof dueCalendarQuery>>;

/** Returns the schema of the query of the list. */
export const dueListQuery = (host: Host) =>
  createDueColumns(host).createQuery({ ...csvQuery, ...selectionOf(host) });
export type DueListQuery = z.output<ReturnType<typeof dueListQuery>>;

/** Returns the schema of the query of the counts. */
export const dueCountsQuery = (host: Host) => z.object(filtersOf(host));
export type DueCountsQuery = z.output<ReturnType<typeof dueCountsQuery>>;

export const dueItemRecord = z
  .object({
    kind: z.string(),
    kindtitle: z.string(),
    itemid: z.int(),
    title: z.string(),
    due: z.iso.date(),
    daysleft: z.int().meta({ description: 'Days from today to the due day; negative when it has passed.' }),
    isoverdue: z.boolean(),
    assetid: z.int().nullable(),
    locationid: z.int().nullable(),
    location: z.string().nullable(),
    href: z.string().meta({ description: 'The page of the item in the UI.' }),
  })
  .meta({ id: 'DueListItem' });
export type DueListItem = z.output<typeof dueItemRecord>;

const counts = {
  overdue: z.int(),
  week: z.int().meta({ description: 'Due today or in the next 7 days.' }),
  month: z.int().meta({ description: 'Due today or in the next 30 days.' }),
};
export const dueCountsRecord = z
  .object({
    ...counts,
    kinds: z.array(z.object({ kind: z.string(), title: z.string(), icon: z.string(), ...counts })),
  })
  .meta({ id: 'DueCounts' });
export type DueCounts = z.output<typeof dueCountsRecord>;
