import { z } from 'zod';
import { canSeePersonalData } from '../../src/kit/actor.ts';
import type { Host } from '../../src/kit/host.ts';
import { signInRequiredError } from '../../src/kit/http/access.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { pagingQuery, searchText } from '../../src/kit/http/paging.ts';
import type { RecordOut } from '../../src/kit/resource/register.ts';
import { changeOf } from '../../src/kit/resource/routes.ts';
import { readStaleness } from '../../src/kit/staleness.ts';
import { changeBody, newBody, parseEntryChange, parseNewEntry } from './entry-input.ts';
import { MAX_IMPORT_BYTES, readImport } from './import-form.ts';
import { importPeople, previewPeople } from './import-people.ts';
import { refuseExternal } from './modes.ts';
import { employees, MAX_EMPLOYEES } from './register.ts';

const one = '/:sso';
export const bySsoParam = z.object({ sso: z.string().max(255) });
const imported = z
  .object({
    added: z.int(),
    updated: z.int(),
    skipped: z
      .int()
      .meta({ description: 'Rows that identify no employee, and employees with unchanged values.' }),
    dryrun: z.boolean(),
    headerline: z.int().meta({ description: 'The line of the file with the column names.' }),
    rows: z
      .object({
        row: z.int(),
        line: z.int().meta({ description: 'The line number in the file.' }),
        sso: z.string().optional(),
        name: z.string(),
        outcome: z.enum(['add', 'update', 'skip']),
        reason: z
          .string()
          .nullable()
          .meta({ description: 'Why the row is skipped; null for an unchanged employee.' }),
      })
      .array()
      .meta({ description: 'The first 200 rows.' }),
  })
  .meta({ id: 'EmployeeImport' });

/** Routes of the employee directory on this appliance. The path contains the SSO, the employee number. */
export function directoryRoutes(host: Host): Api {
  const resource = host.resource(employees);
  const { record: answers, listWith } = resource.schemas;
  const readEmployee = (sso: string): RecordOut => {
    refuseExternal(host);
    return resource.get(sso, 'employees.sso');
  };
  const query = listWith({ add: { search: searchText.optional(), ...pagingQuery } });
  return api('/api/employees/directory')
    .get(
      '',
      ({ call: { actor }, query }) => {
        refuseExternal(host);
        if (query.format === 'csv') return resource.csv(query, actor);
        const isPaged = query.page !== undefined || query.per_page !== undefined;
        return isPaged ? resource.page(query, actor) : resource.all(query, actor);
      },
      routeOptions({
        access: 'optional',
        summary: 'List the employees stored on this appliance, in pages if page or per_page is set',
        query,
        responseSchema: answers.array().max(MAX_EMPLOYEES),
      }),
    )
    .get(
      one,
      ({ call: { actor }, params }) => {
        // Anonymous callers could try all SSO numbers and learn the owners of badges.
        if (!canSeePersonalData(actor)) throw signInRequiredError();
        return readEmployee(params.sso);
      },
      routeOptions({
        access: 'optional',
        summary: 'Get an employee by SSO',
        params: bySsoParam,
        responseSchema: answers,
      }),
    )
    .post(
      '',
      ({ call: { context }, body }) => {
        refuseExternal(host);
        return resource.create({ context, input: parseNewEntry(body) });
      },
      routeOptions({
        access: 'admin',
        summary: 'Add an employee',
        body: newBody,
        responseSchema: answers,
        status: 201,
      }),
    )
    .post(
      '/import',
      async ({ call }) => {
        refuseExternal(host);
        const { bytes, dryrun } = await readImport(call.req);
        return dryrun
          ? previewPeople(host, bytes, call.createTimeSlice())
          : importPeople(host, call.context, bytes, call.req.signal);
      },
      routeOptions({
        access: 'admin',
        summary: 'Add and change employees by SSO from a CSV file; dryrun=true only returns a preview',
        maxbody: MAX_IMPORT_BYTES,
        raw: {
          type: ['multipart/form-data', 'application/json'],
          form: z.object({ csv: z.string().optional(), dryrun: z.boolean().optional() }),
          file: { name: 'file', isOptional: true },
        },
        responseSchema: imported,
      }),
    )
    .put(
      one,
      ({ call, params, body }) => {
        const before = readEmployee(params.sso);
        const change = changeOf(employees, call, body);
        const input = parseEntryChange(body, before);
        return resource.update({ ...change, input }, before.employeeid as number);
      },
      routeOptions({
        access: 'admin',
        summary: 'Change an employee',
        params: bySsoParam,
        body: changeBody,
        responseSchema: answers,
      }),
    )
    .delete(
      one,
      ({ call: { context, req }, params }) => {
        const { employeeid } = readEmployee(params.sso);
        resource.remove(context, employeeid as number, readStaleness(req));
        return { deleted: params.sso };
      },
      routeOptions({
        access: 'admin',
        summary: 'Delete an employee',
        params: bySsoParam,
        responseSchema: z.object({ deleted: z.string() }),
        ifunmodified: true,
      }),
    );
}
