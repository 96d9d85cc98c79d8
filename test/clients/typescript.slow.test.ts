import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { PASSWORD } from '../support/site.ts';
import { type Project, startProject } from './project.ts';

setDefaultTimeout(120_000);

let project: Project;
const tool = (name: string) => join(project.folder, 'node_modules', '.bin', name);

beforeAll(async () => {
  project = await startProject('typescript');
  expect(await project.run('npm', 'ci', '--ignore-scripts')).toMatchObject({ code: 0 });
});
afterAll(() => project.end());

test('a generated TypeScript client compiles strictly and reads, changes and deletes an asset', async () => {
  const { run, site } = project;
  const made = await run(
    tool('openapi-typescript'),
    'generated/openapi.json',
    '--output',
    'generated/api.ts',
  );
  expect([made.code, made.said]).toEqual([0, expect.stringContaining('generated/api.ts')]);
  expect(await run(tool('tsc'), '-p', '.')).toEqual({ code: 0, said: '' });
  expect(await run(process.execPath, 'round.ts', site.url, PASSWORD)).toEqual({
    code: 0,
    said: '1 found: Renamed\nstale: STALE_WRITE\ncsv: true\ndeleted: 1\n',
  });
});
