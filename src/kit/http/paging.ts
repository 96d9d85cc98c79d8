import { z } from 'zod';
import { readScan } from '../scanned-code.ts';
import { Page } from './page.ts';

const MAX_PER_PAGE = 100;
const positive = (what: string) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, `${what} must be a positive whole number.`)
    .transform(Number)
    .refine((n) => n > 0, `${what} must be 1 or more.`);

/** The parameters `page` and `per_page` of paged lists. `pagingOf` reduces a `per_page` above 100 to 100. */
export const pagingQuery = {
  page: positive('page').optional().meta({ description: 'Page number from 1.' }),
  per_page: positive('per_page').optional().meta({ description: 'Rows per page, at most 100; default 25.' }),
};

/** Returns the parameters of a list with one order only. `sort` may name that column and nothing else. */
export const singleSortQuery = (column: string) => ({ ...pagingQuery, sort: z.enum([column]).optional() });

/** The parameters of a list that is ordered by date. `dir` reverses the order. */
export const datedQuery = {
  ...singleSortQuery('createddate'),
  dir: z.enum(['asc', 'desc']).optional().meta({ description: 'Default desc: newest first.' }),
};

export interface Paging {
  page: number;
  perpage: number;
  offset: number;
}

/**
 * Returns the page, the page size and the offset of a validated query. Defaults to page 1 with 25 rows. The
 * page size is at most `MAX_PER_PAGE`.
 */
export function pagingOf(query: { page?: number; per_page?: number }): Paging {
  const page = query.page ?? 1;
  const perpage = Math.min(query.per_page ?? 25, MAX_PER_PAGE);
  return { page, perpage, offset: (page - 1) * perpage };
}

/** Returns a page of rows. `pages` is 0 for an empty list. */
export function pageOf<T>(rows: T[], total: number, { page, perpage }: Paging): Page<T> {
  return new Page(rows, { page, perpage, total, pages: Math.ceil(total / perpage) });
}

/** A boolean parameter of a query. */
export const booleanParam = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

/** The parameters of a list that is served as JSON or as a CSV document. */
export const csvQuery = {
  format: z.enum(['json', 'csv']).optional(),
  bom: booleanParam.optional().meta({
    description: 'With format=csv: true adds a byte order mark, so that Excel reads the file as UTF-8.',
  }),
};

/** The columns of a list, separated by commas. Quotes around a name protect its commas. */
export const columnsQuery = z.string().max(12_000).optional().meta({
  description:
    'Names with commas between them. A CSV document has these columns in this order; any list adds the custom fields among them, `cf_<key>`.',
});

/** The text of a search, which may come from a barcode scanner. */
export const searchText = z.string().overwrite(readScan).max(255);

/** A query in the search language. */
export const searchQuery = searchText.meta({
  description:
    'Beginnings of words in any order, `"phrases"`, `-excluded` words and fields such as `status:"in repair"`, `in:"Hall B1"`, `has:serialnumber` and `purchasecost>500`.',
});

/** The parameter for an ID in a query: a whole number of at most 15 digits. */
export const idParam = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'Use a numeric id.')
  .transform(Number);
