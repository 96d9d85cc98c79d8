import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { PASSWORD } from '../support/site.ts';
import { hasPrograms, openApiGenerator, type Project, startProject } from './project.ts';

setDefaultTimeout(300_000);

const isRun = hasPrograms('go', 'java');
let project: Project;
beforeAll(async () => {
  project = await startProject('go');
});
afterAll(() => project.end());

test.if(isRun)('the Go client of openapi-generator compiles and reads a list', async () => {
  const { run, site } = project;
  const made = await run(
    ...['java', '-jar', await openApiGenerator(), 'generate', '-g', 'go', '-i', 'generated/openapi.json'],
    ...['-o', 'millwright', '--package-name', 'millwright'],
    ...['--additional-properties', 'withGoMod=false'],
    ...['--global-property', 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'],
  );
  expect(made).toMatchObject({ code: 0 });
  expect(await run('go', 'build', '-o', 'list', '.')).toEqual({ code: 0, said: '' });
  expect(await run('./list', site.url, PASSWORD)).toEqual({ code: 0, said: 'true true\n' });
});
