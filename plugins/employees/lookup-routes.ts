import { z } from 'zod';
import { invalid, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { searchText } from '../../src/kit/http/paging.ts';
import { HrDirectory } from './hr/directory.ts';
import { isExternal } from './modes.ts';
import { findPeople, searchPeople } from './people.ts';
import { fullPersonName, person } from './person.ts';
import { SSO } from './register.ts';

const MAX_AT_ONCE = 200;
const MAX_FOUND = 50;
const access = { can: 'employees.view' } as const;
const state = z
  .object({
    mode: z.enum(['selfhosted', 'external']),
    trouble: z.string().nullable().meta({ description: 'Why the HR database does not respond.' }),
  })
  .meta({ id: 'EmployeeSource' });
const tried = z.object({ works: z.boolean(), message: z.string() }).meta({ id: 'EmployeeConnectionTest' });

const ssoIn = (path: string, text: string): string => {
  if (!SSO.test(text)) throw invalid(path, 'An SSO consists of up to 20 digits.');
  return text;
};

/** Returns the distinct SSOs of a comma-separated list. Throws 400 for none, too many or an invalid one. */
function ssosOf(text: string): string[] {
  const ssos = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (ssos.length === 0) throw invalid('sso', 'Enter at least one SSO.');
  if (ssos.length > MAX_AT_ONCE) throw invalid('sso', `Request at most ${MAX_AT_ONCE} employees at once.`);
  return [...new Set(ssos.map((sso) => ssoIn('sso', sso)))];
}

/**
 * Routes to search and look up people, in the own directory or in the HR database, and to read which of them
 * is the source. Admins can also test the HR connection.
 */
export const lookupRoutes = (host: Host): Api =>
  api('/api/employees')
    .get(
      '/search',
      ({ call: { actor }, query: { q, limit } }) => searchPeople(host, actor, q, limit ?? 10),
      routeOptions({
        access,
        summary: 'Search employees by SSO, name, team or role',
        query: z.object({
          q: searchText.min(2, 'Enter at least 2 characters.'),
          limit: z
            .string()
            .regex(/^[0-9]{1,9}$/, 'limit must be a positive whole number.')
            .transform((text) => Math.min(Number(text), MAX_FOUND))
            .refine((limit) => limit > 0, 'limit must be 1 or more.')
            .optional()
            .meta({ description: `At most ${MAX_FOUND}; default 10.` }),
        }),
        responseSchema: person.array().max(MAX_FOUND),
      }),
    )
    .get(
      '/lookup/:sso',
      async ({ params }) => {
        const [found] = await findPeople(host, [ssoIn('sso', params.sso)]);
        if (!found) throw notFound('Employee');
        return found;
      },
      routeOptions({
        access,
        summary: 'Get the employee with this SSO',
        params: z.object({ sso: z.string().max(255) }),
        responseSchema: person,
      }),
    )
    .get(
      '/lookup',
      async ({ query }) => {
        const employees = await findPeople(host, ssosOf(query.sso));
        const names = employees.map((one) =>
          fullPersonName({ firstname: one.firstname ?? null, lastname: one.lastname ?? null }),
        );
        return {
          employees,
          names: names.filter(Boolean).join(', '),
          stale: employees.some(({ stale }) => stale),
        };
      },
      routeOptions({
        access,
        summary: 'List the employees with these SSOs',
        query: z.object({ sso: z.string().max(5000).meta({ description: 'SSOs separated by commas.' }) }),
        responseSchema: z
          .object({
            employees: person.array(),
            names: z.string().optional(),
            stale: z.boolean(),
          })
          .meta({ id: 'EmployeeLookup' }),
      }),
    )
    .get(
      '/source',
      ({ call: { actor } }) => {
        const mode = isExternal(host) ? ('external' as const) : ('selfhosted' as const);
        // The state of an internal server is not disclosed to anonymous callers.
        const isTold = mode === 'external' && actor.kind !== 'anonymous';
        return { mode, trouble: isTold ? host.getInstance(HrDirectory).trouble : null };
      },
      routeOptions({ access: 'optional', summary: 'Get the source of employees', responseSchema: state }),
    )
    .post(
      '/connection-test',
      async () => {
        const problem = await host.getInstance(HrDirectory).test();
        return {
          works: problem === null,
          message: problem ?? 'The HR database responds, and the table contains the configured columns.',
        };
      },
      routeOptions({
        access: 'admin',
        summary: 'Test the connection to the HR database, independent of the mode',
        responseSchema: tried,
      }),
    );
