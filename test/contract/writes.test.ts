import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isUnique } from '../../src/kit/resource/fields.ts';
import type { Register } from '../../src/kit/resource/register.ts';
import { type Site, startSite } from '../support/site.ts';
import { outcomeOf } from './requests.ts';
import {
  buildWrongValues,
  isCreatable,
  listServedRegisters,
  sampleBody,
  writableFieldsOf,
} from './sample.ts';

let site: Site;
let registers: Register[];
beforeAll(async () => {
  site = await startSite();
  registers = listServedRegisters(site).filter(isCreatable);
});
afterAll(() => site.stop());

/** Returns the number of rows of all tables, which a rejected request must not change. */
function rowCounts(): Record<string, number> {
  return site.app.host.db.read((reader) => {
    const tables = reader.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'searchindex%'",
    );
    return Object.fromEntries(
      tables.map(({ name }) => [name, reader.value<number>(`SELECT count(*) FROM ${name}`) ?? 0]),
    );
  });
}

/** Returns the paths in the error of a rejected body, or the outcome if it was not rejected as invalid. */
async function issuesOf(method: 'POST' | 'PUT', path: string, body: unknown): Promise<string[]> {
  const answer = await site.admin.send(method, path, body);
  if (outcomeOf(answer) !== '400 VALIDATION_ERROR') return [outcomeOf(answer)];
  for (const issue of answer.error.details.issues) expect(issue.message).toMatch(/\S/);
  return answer.error.details.issues.map((issue: { path: string }) => issue.path.split('.')[0]);
}

test('each register returns 400 and names the field when a value is invalid, and writes nothing', async () => {
  const before = rowCounts();
  const wrong: string[] = [];
  for (const register of registers) {
    for (const [name, field] of writableFieldsOf(site, register)) {
      for (const [why, value] of buildWrongValues(field)) {
        const body = { ...sampleBody(site, register), [name]: value };
        const issueFields = await issuesOf('POST', `/api${register.path}`, body);
        if (!issueFields.includes(name))
          wrong.push(`create ${register.name}.${name}, ${why} -> ${issueFields}`);
        if (field.writable === 'once' || register.without?.includes('edit')) continue;
        const changed = await issuesOf('PUT', `/api${register.path}/1`, { [name]: value });
        if (!changed.includes(name)) wrong.push(`change ${register.name}.${name}, ${why} -> ${changed}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(rowCounts()).toEqual(before);
});

test('each register returns 400 and writes nothing when a required field is missing or blank', async () => {
  const before = rowCounts();
  const wrong: string[] = [];
  for (const register of registers) {
    for (const [name, field] of writableFieldsOf(site, register).filter(([, one]) => one.required)) {
      const { [name]: _left, ...rest } = sampleBody(site, register);
      const bodies = [rest, { ...rest, [name]: null }];
      if (field.kind === 'text') bodies.push({ ...rest, [name]: '' }, { ...rest, [name]: ' \t ' });
      for (const body of bodies) {
        const issueFields = await issuesOf('POST', `/api${register.path}`, body);
        if (!issueFields.includes(name))
          wrong.push(`${register.name}.${name} ${JSON.stringify(body[name])} -> ${issueFields}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(rowCounts()).toEqual(before);
});

test('each register returns 400 and writes nothing when the body is not a JSON object', async () => {
  const before = rowCounts();
  const bodies = [
    '',
    '[]',
    '"text"',
    '5',
    'null',
    '{"a":',
    '{"a":1}}',
    '{"__proto__":{"x":1}}',
    `${'['.repeat(9999)}`,
  ];
  bodies.push('{"a":1,"a":2}', '\ufeff{', '\u0000');
  for (const register of registers) {
    for (const body of bodies) {
      const typed = site.admin.with({ 'content-type': 'application/json' });
      const answer = await typed.raw('POST', `/api${register.path}`, body);
      expect([register.name, body.slice(0, 20), outcomeOf(answer)]).toEqual([
        register.name,
        body.slice(0, 20),
        '400 VALIDATION_ERROR',
      ]);
    }
    const form = await site.admin
      .with({ 'content-type': 'text/plain' })
      .raw('POST', `/api${register.path}`, 'a=b');
    expect(form.status).toBe(400);
    const large = await site.admin.post(`/api${register.path}`, { x: 'x'.repeat(1024 * 1024) });
    expect(outcomeOf(large)).toBe('413 PAYLOAD_TOO_LARGE');
  }
  expect(rowCounts()).toEqual(before);
});

test('each register returns 400 and names the field when a referenced record does not exist', async () => {
  const wrong: string[] = [];
  const before = rowCounts();
  for (const register of registers) {
    for (const [name] of writableFieldsOf(site, register).filter(([, field]) => field.ref)) {
      const body = { ...sampleBody(site, register), [name]: 999_999_999 };
      const issueFields = await issuesOf('POST', `/api${register.path}`, body);
      if (!issueFields.includes(name)) wrong.push(`${register.name}.${name} -> ${issueFields}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(rowCounts()).toEqual(before);
});

test('each register creates a record with one audit row and refuses its unique values again', async () => {
  for (const register of registers) {
    const body = sampleBody(site, register);
    const audits = rowCounts().auditlogs!;
    const made = await site.admin.post(`/api${register.path}`, { ...body, unknownkey: 1 });
    expect([register.name, made.status, rowCounts().auditlogs]).toEqual([register.name, 201, audits + 1]);
    expect(made.data).toMatchObject({ createddate: made.data.modifieddate });
    const one = await site.admin.get(`/api${register.path}/${made.data[register.id]}`);
    if (!register.without?.includes('get')) expect(one.data).toMatchObject(made.data);
    for (const [name] of writableFieldsOf(site, register).filter(([, field]) => isUnique(field))) {
      const twin = { ...sampleBody(site, register), [name]: String(body[name]).toUpperCase() };
      const answer = await site.admin.post(`/api${register.path}`, twin);
      expect([register.name, outcomeOf(answer), answer.error?.details?.field]).toEqual([
        register.name,
        '409 CONFLICT',
        name,
      ]);
    }
  }
});

test('each register returns STALE_WRITE and writes nothing when a newer change exists', async () => {
  for (const register of registers.filter((one) => !one.without?.includes('edit'))) {
    const made = await site.admin.post(`/api${register.path}`, sampleBody(site, register));
    const path = `/api${register.path}/${made.data[register.id]}`;
    const body = { ...sampleBody(site, register), ifmodifieddate: '2020-01-01T00:00:00.000Z' };
    const before = rowCounts();
    expect([register.name, outcomeOf(await site.admin.put(path, body))]).toEqual([
      register.name,
      '409 STALE_WRITE',
    ]);
    expect(rowCounts()).toEqual(before);
    expect((await site.admin.get(path)).data).toMatchObject(made.data);
  }
});
