import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';
import published from './published-names.json' with { type: 'json' };

interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: { schemas: Record<string, unknown> };
}

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the OpenAPI document has each published schema and operation, which name the types of clients', async () => {
  const { text } = await site.anonymous.get('/api/docs/openapi.json');
  const { paths, components } = JSON.parse(text) as Document;
  const operations = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)),
  );
  expect(published.schemas.filter((name) => !(name in components.schemas))).toEqual([]);
  expect(published.operations.filter((name) => !operations.has(name))).toEqual([]);
});
