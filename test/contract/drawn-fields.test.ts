import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readSources } from '../../build/source-files.ts';
import { pluginWebs } from '../../plugins/web.ts';
import { builtinWeb } from '../../src/web/pages/builtin.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const names = [builtinWeb, ...pluginWebs].flatMap(({ fields = {} }) => Object.keys(fields));

test('each field that names a renderer has exactly one', async () => {
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  const described = JSON.stringify((await site.admin.get('/api/registers')).data);
  const drawnNames = [...described.matchAll(/"drawn":"([^"]+)"/g)].map(([, name]) => name!);
  expect(new Set(drawnNames).size).toBeGreaterThan(5);
  expect([...new Set(drawnNames)].filter((name) => !names.includes(name))).toEqual([]);
});

test('a field renderer shares no file with the pages and tabs of its plugin', () => {
  const webs = readSources('plugins/*/web/index.ts').filter(({ text }) => text.includes('fields:'));
  expect(webs.length).toBeGreaterThan(4);
  for (const { path, text } of webs) {
    const drawn = /\bfields: \{(.*?)\},?\n(?: {2}\w+:|\};)/s.exec(text)?.[1] ?? '';
    expect([path, drawn === '']).toEqual([path, false]);
    const named = new Map(
      [...text.matchAll(/const (\w+) = \(\) => import\('([^']+)'\)/g)].map(([, a, b]) => [a, b]),
    );
    const filesOf = (part: string) => [
      ...[...part.matchAll(/import\('([^']+)'\)/g)].map(([, file]) => file),
      ...[...part.matchAll(/await (\w+)\(\)/g)].map(([, name]) => named.get(name!)),
    ];
    const others = filesOf(text.replace(drawn, '').replace(/const \w+ = \(\) => import.*\n/g, ''));
    expect([path, filesOf(drawn).filter((file) => others.includes(file))]).toEqual([path, []]);
  }
});
