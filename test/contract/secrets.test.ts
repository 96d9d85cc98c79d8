import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Site, startSite } from '../support/site.ts';
import { type NamedSecrets, useEverySecret } from './every-secret.ts';

let site: Site;
let secrets: NamedSecrets;

beforeAll(async () => {
  site = await startSite();
  secrets = await useEverySecret(site);
});
afterAll(() => site.stop());

/** Returns the names of the secrets in the text. */
const findSecrets = (text: string): string[] =>
  Object.keys(secrets).filter((name) => text.includes(secrets[name]!));

test('the log contains no secret', () => {
  expect(Object.values(secrets).filter((secret) => !secret || secret.length < 10)).toEqual([]);
  expect(Object.keys(secrets).length).toBeGreaterThan(16);
  expect(site.log.length).toBeGreaterThan(10);
  expect(findSecrets(inspect(site.log, { depth: 20, maxArrayLength: null, maxStringLength: null }))).toEqual(
    [],
  );
});

test('the audit log and all lists contain no secret', async () => {
  for (const path of [
    '/api/auditlogs?per_page=100',
    '/api/settings',
    '/api/users',
    '/api/apitokens',
    '/api/dashboard/summary',
    '/api/supportteams',
    '/api/supportteams?format=csv',
    '/api/kioskdevices',
    '/api/search?q=canary',
    '/api/imports',
    '/api/endpoints',
    '/api/endpoints/enrollment',
    '/api/endpoints/bootstrap-tokens',
    '/api/endpoints/settings',
    '/api/metrics',
    '/api/docs/openapi.json',
  ]) {
    const answer = await site.admin.get(path);
    expect([path, answer.status, findSecrets(answer.text)]).toEqual([path, 200, []]);
  }
});

test('no file of the data directory contains a secret in plain text', () => {
  const files = readdirSync(site.data, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(site.data, name),
  );
  const texts = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'latin1'));
  expect(texts.length).toBeGreaterThan(1);
  expect(findSecrets(texts.join('\n'))).toEqual([]);
});
