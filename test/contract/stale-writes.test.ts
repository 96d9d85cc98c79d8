import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { z } from 'zod';
import type { Route } from '../../src/kit/http/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { nameOf } from './requests.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** A record for each path with one, made as its users make it, and a change of it. */
const RECORDS: Record<string, { made: [path: string, body: object]; change: object }> = {
  '/api/users/:userid': {
    made: [
      '/api/users',
      { username: 'stale', email: 's@plant.example', password: 'correct horse', roles: [] },
    ],
    change: { firstname: 'New' },
  },
  '/api/users/roles/:roleid': {
    made: ['/api/users/roles', { rolename: 'Stale', permissions: [] }],
    change: { permissions: ['assets.view'] },
  },
  '/api/apitokens/:tokenid': { made: ['/api/apitokens', { name: 'stale' }], change: { name: 'New' } },
  '/api/vendors/:vendorid': {
    made: ['/api/vendors', { vendor: 'Stale' }],
    change: { website: 'https://x.example' },
  },
  '/api/assets/:assetid': {
    made: ['/api/assets', { assetnumber: 'STALE', assettypeid: 1 }],
    change: { name: 'New' },
  },
  '/api/maplevels/:levelid': {
    made: ['/api/maplevels', { building: 'B', level: 'One' }],
    change: { sortorder: 7 },
  },
};

const shapeOf = (schema: z.ZodType | undefined) => (schema as z.ZodObject | undefined)?.shape ?? {};
const putsOfStamped = (): Route[] =>
  site.app.routes.filter(({ method, answers }) => method === 'PUT' && 'modifieddate' in shapeOf(answers));

test('P1: every PUT whose record has a stamp takes the one that was seen', () => {
  const puts = putsOfStamped();
  expect(puts.length).toBeGreaterThan(15);
  expect(puts.filter(({ body }) => !('ifmodifieddate' in shapeOf(body))).map(nameOf)).toEqual([]);
});

test.each(Object.entries(RECORDS))(
  'P1: PUT %s refuses a change of what was changed since',
  async (path, story) => {
    const route = putsOfStamped().find((one) => one.path === path)!;
    const id = /:(\w+)$/.exec(path)![1]!;
    const made = await site.admin.post(...story.made);
    expect(made.status).toBe(201);
    const address = path.replace(`:${id}`, String(made.data[id]));
    const first = await site.admin.put(address, { ...story.change, ifmodifieddate: made.data.modifieddate });
    expect([nameOf(route), first.status]).toEqual([nameOf(route), 200]);
    expect(first.data.modifieddate > made.data.modifieddate).toBe(true);
    const late = await site.admin.put(address, { ...story.change, ifmodifieddate: made.data.modifieddate });
    expect([late.status, late.error.code]).toEqual([409, 'STALE_WRITE']);
    const old = site.admin.with({ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' });
    expect((await old.put(address, story.change)).error?.code).toBe('STALE_WRITE');
  },
);
