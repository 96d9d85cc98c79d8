import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Reader, Value } from '../../kit/data/reader.ts';
import { invalidFields, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { authorizeActor } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Page } from '../../kit/http/page.ts';
import { pageOf, pagingOf, pagingQuery } from '../../kit/http/paging.ts';
import { joinValueList } from '../../kit/resource/filter-operators.ts';
import type { ListGroup } from '../../kit/resource/list.ts';
import type { GroupedField } from '../../kit/resource/operator-filters.ts';
import type { Input, Register } from '../../kit/resource/register.ts';
import { allFieldsOf } from '../../kit/resource/registers.ts';
import { formatStoredValue } from '../audit/index.ts';

const listGroup = z
  .object({
    value: z.any().meta({ description: 'The value of the field; null for rows without a value.' }),
    title: z.string().nullable(),
    count: z.int(),
    filter: z
      .record(z.string(), z.string())
      .meta({ description: 'The parameters of the list that select these rows.' }),
  })
  .meta({ id: 'ListGroup' });
export type GroupOfList = z.output<typeof listGroup>;

/** The parameters of a list that concern its pages and not its rows. */
const PAGE_PARAMETERS = ['page', 'per_page', 'sort', 'dir', 'format', 'bom', 'columns'];

/** Creates the route that returns how many rows of a list have each value of a field. */
export const listGroupsRoute = (host: Host): Api =>
  api('/api/registers').get(
    '/:name/groups',
    ({ call: { actor }, params, query }) => readGroups(host, actor, params.name, query),
    routeOptions({
      access: 'optional',
      tag: 'dashboard',
      summary: 'Number of rows of a list for each value of a field. Takes the filters of the list, too',
      params: z.object({ name: z.string().max(64) }),
      query: z.looseObject({
        ...pagingQuery,
        field: z
          .string()
          .max(128)
          .meta({ description: 'Name of the field, `cf_<field name>` for a custom field.' }),
      }),
      responseSchema: listGroup.array(),
      paged: true,
    }),
  );

function readGroups(
  host: Host,
  actor: Actor,
  name: string,
  { field, ...query }: { field: string; page?: number; per_page?: number; [name: string]: unknown },
): Page<GroupOfList> {
  const register = host.registers.has(name) ? host.registers.get(name) : undefined;
  if (!register || register.unlisted) throw notFound('Register');
  authorizeActor(actor, register.can.read);
  const resource = host.resource(register);
  const filters = resource.schemas.listWith({ omit: PAGE_PARAMETERS, isStrict: true });
  const { page: _page, per_page: _perpage, ...rest } = query;
  const parsed = parseFilters(filters, rest);
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    const found = resource.lister.groups(reader, parsed, { name: field, paging, actor });
    const by = { register, field, grouped: found.grouped };
    const rows = found.groups.map((group) => describeGroup(host, reader, by, group));
    return pageOf(rows, found.total, paging);
  });
}

/** Returns the validated filters of a list. Throws 400 that names each invalid one. */
function parseFilters(schema: z.ZodType<Input>, filters: Input): Input {
  const parsed = schema.safeParse(filters);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

interface GroupedBy {
  register: Register;
  /** The name of the field. */
  field: string;
  grouped: GroupedField;
}

function describeGroup(
  host: Host,
  reader: Reader,
  { register, field: name, grouped }: GroupedBy,
  { value: stored, count }: ListGroup,
): GroupOfList {
  const field = allFieldsOf(host.registers, register)[name];
  const value = grouped.kind === 'boolean' && stored !== null ? isOn(stored) : stored;
  const title = field && formatStoredValue(host, reader, field, stored);
  return {
    value,
    title: title ?? (value === null ? null : describePlain(value)),
    count,
    filter: createFilter(name, grouped, value),
  };
}

/** Custom fields store a boolean as text. */
const isOn = (stored: Value): boolean => stored === 1 || stored === 'true';

const describePlain = (value: Value | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** Returns the parameters that select the rows with a value. */
function createFilter(
  name: string,
  { hasTree }: GroupedField,
  value: Value | boolean,
): Record<string, string> {
  if (value === null) return { [`${name}__empty`]: 'true' };
  return {
    [`${name}__in`]: joinValueList([String(value)]),
    // Without it, the filter also finds the rows of records within this one.
    ...(hasTree ? { exact: 'true' } : {}),
  };
}
