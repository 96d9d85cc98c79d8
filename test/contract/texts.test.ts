import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import type { Field } from '../../src/kit/resource/fields.ts';
import type { Register } from '../../src/kit/resource/register.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { outcomeOf } from './requests.ts';
import { isCreatable, listServedRegisters, sampleBody, writableFieldsOf } from './sample.ts';

let site: Site;
let registers: Register[];
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, toolsPlugin, lockersPlugin] });
  registers = listServedRegisters(site);
});
afterAll(() => site.stop());

const ONE_LINE = new Set<Field['kind']>(['text', 'url', 'email', 'icon', 'color', 'secret', 'select']);
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const BROKEN = 'over\ntwo\tlines\r\nand\u2028three\n';

const hasControl = (value: unknown): boolean => {
  if (typeof value === 'string') return CONTROL.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasControl);
};

/** Returns a value with a line break in each of the single-line texts of the field. */
function broken(field: Field): unknown {
  if (ONE_LINE.has(field.kind)) return BROKEN;
  if (field.place !== 'part' || !field.rows) return undefined;
  return [
    Object.fromEntries(
      Object.entries(field.rows).flatMap(([name, column]) =>
        column.kind === 'text' ? [[name, BROKEN]] : [],
      ),
    ),
  ];
}

test('no single-line field of any register stores a control character', async () => {
  const failures: string[] = [];
  let storedCount = 0;
  for (const register of registers) {
    for (const [name, field] of writableFieldsOf(site, register)) {
      const value = broken(field);
      if (value === undefined) continue;
      const body = { ...sampleBody(site, register), [name]: value };
      const made = await site.admin.post(`/api${register.path}`, body);
      const changed = await site.admin.put(`/api${register.path}/1`, { [name]: value });
      for (const { status, data, error } of [made, changed]) {
        expect([register.name, name, [200, 201, 400, 404, 409].includes(status), error]).toEqual([
          register.name,
          name,
          true,
          error,
        ]);
        if (status > 201) continue;
        storedCount++;
        if (hasControl(data[name])) failures.push(`${register.name}.${name} ${JSON.stringify(data[name])}`);
      }
    }
  }
  expect(failures).toEqual([]);
  expect(storedCount).toBeGreaterThan(60);
});

test('an import removes control characters from single-line fields', async () => {
  const form = new FormData();
  form.set('target', 'vendors');
  form.set('dryrun', 'false');
  form.set('file', new File(['vendor,supportphone\n"Two\nlines","1\t2"\n'], 'v.csv'));
  expect((await site.admin.upload('/api/imports', form)).data.counts).toMatchObject({ add: 1 });
  const { data } = await site.admin.get('/api/vendors?search=Two%20lines');
  expect(data).toContainEqual(expect.objectContaining({ vendor: 'Two lines', supportphone: '1 2' }));
});

test('each required text field refuses blank texts', async () => {
  const taken: string[] = [];
  let tried = 0;
  for (const register of registers.filter(isCreatable)) {
    for (const [name, field] of writableFieldsOf(site, register)) {
      if (!field.required || (field.kind !== 'text' && field.kind !== 'longtext')) continue;
      for (const value of ['', ' \n\t ', '\u200b\u2060']) {
        const made = await site.admin.post(`/api${register.path}`, {
          ...sampleBody(site, register),
          [name]: value,
        });
        const issues = made.error?.details?.issues?.map(({ path }: { path: string }) => path);
        if (outcomeOf(made) !== '400 VALIDATION_ERROR' || !issues.includes(name))
          taken.push(`${register.name}.${name} ${JSON.stringify(value)} ${made.status}`);
        tried++;
      }
    }
  }
  expect(taken).toEqual([]);
  expect(tried).toBeGreaterThan(60);
});

test('the server refuses addresses with full-width or other non-ASCII digits', async () => {
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'ADDR-1' })).data;
  const refused: [path: string, body: Record<string, unknown>, field: string][] = [
    ['/network/subnets', { cidr: '１0.9.0.0/24' }, 'cidr'],
    ['/network/subnets', { cidr: '10.9.0.0/２４' }, 'cidr'],
    ['/network/subnets', { cidr: '١٠.9.0.0/24' }, 'cidr'],
    ['/network/subnets', { cidr: '10.9.0.0/24', gateway: wide('10.9.0.1') }, 'gateway'],
    ['/computers', { assetnumber: 'ADDR-2', ipaddress: wide('10.9.0.2') }, 'ipaddress'],
    ['/printers', { assetnumber: 'ADDR-3', ipaddress: '10.9.0.３' }, 'ipaddress'],
    ['/machines', { assetnumber: 'ADDR-4', ipaddress: '10.9.0.４' }, 'ipaddress'],
    ['/network', { assetnumber: 'ADDR-5', ipaddress: '10.9.0.５' }, 'ipaddress'],
    ['/network', { assetnumber: 'ADDR-6', macaddress: '02:00:00:00:00:0６' }, 'macaddress'],
    ['/dashboarddefaults', { ipaddress: wide('10.9.0.7') }, 'ipaddress'],
    [`/assets/${assetid}/communications`, { commtype: 'ip', address: '10.9.0.８' }, 'address'],
    [`/assets/${assetid}/communications`, { commtype: 'mac', address: wide('02:00:00:00:00:08') }, 'address'],
  ];
  for (const [path, body, field] of refused) {
    const answer = await site.admin.post(`/api${path}`, body);
    expect([path, outcomeOf(answer), answer.error?.details?.issues?.[0]?.path]).toEqual([
      path,
      '400 VALIDATION_ERROR',
      field,
    ]);
  }
  expect((await site.admin.post('/api/network/subnets', { cidr: ' 10.9.0.0/24\n' })).data.cidr).toBe(
    '10.9.0.0/24',
  );
});

test('names outside registers contain no control characters and no half characters', async () => {
  const { appid } = (await site.admin.post('/api/applications', { appname: 'Lines' })).data;
  const version = await site.admin.post(`/api/applications/${appid}/versions`, { version: ' 1\n2 ' });
  expect(version.data.version).toBe('1 2');
  const person = {
    username: 'lines',
    email: 'lines@plant.example',
    password: 'long enough',
    sendwelcome: false,
  };
  for (const wrong of ['a\nb', 'a\u0007b', 'a\ud800b']) {
    for (const [path, body, field] of [
      ['/users', { ...person, firstname: wrong }, 'firstname'],
      ['/users', { ...person, lastname: wrong }, 'lastname'],
      ['/users', { ...person, username: wrong }, 'username'],
      ['/users/roles', { rolename: wrong }, 'rolename'],
      ['/apitokens', { name: wrong }, 'name'],
    ] as const) {
      const answer = await site.admin.post(`/api${path}`, body);
      expect([path, field, outcomeOf(answer), answer.error?.details?.issues?.[0]?.path]).toEqual([
        path,
        field,
        '400 VALIDATION_ERROR',
        field,
      ]);
    }
  }
});

test('the collectors store numbers and names in one line', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  for (const path of ['machines', 'network', 'measuringtools']) {
    const body = { assetnumber: `${path}\n1`, name: 'two\tparts' };
    const { data } = await collector.post(`/api/collector/${path}`, body);
    expect((await site.admin.get(`/api/assets/${data.assetid}`)).data).toMatchObject({
      assetnumber: `${path} 1`,
      name: 'two parts',
    });
    expect((await collector.post(`/api/collector/${path}`, body)).data.unchanged).toBe(1);
  }
});
