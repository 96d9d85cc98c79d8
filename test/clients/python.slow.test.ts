import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { PASSWORD } from '../support/site.ts';
import { hasPrograms, openApiGenerator, type Project, preparePython, startProject } from './project.ts';

setDefaultTimeout(300_000);

const hasPython = hasPrograms('python3');
const hasJava = hasPrograms('java');
let project: Project;
let python: string;
beforeAll(async () => {
  project = await startProject('python');
  if (hasPython) python = await preparePython(project);
});
afterAll(() => project.end());

/** Imports all modules of the client, then runs a script that reads a list with it. */
async function readsAList(client: string, script: string): Promise<void> {
  const { run, site } = project;
  const imported = await run(python, '-W', 'ignore', 'import_all.py', client);
  expect(imported).toEqual({ code: 0, said: expect.stringMatching(/^\d{3,} modules\n$/) });
  expect(await run(python, '-W', 'ignore', script, site.url, PASSWORD)).toEqual({
    code: 0,
    said: 'True True\n',
  });
}

test.if(hasPython)('the client of openapi-python-client reads a list', async () => {
  const made = await project.run(
    ...[python, '-m', 'openapi_python_client', 'generate', '--path', 'generated/openapi.json'],
    ...['--meta', 'none', '--output-path', 'openapi_python_client_made'],
  );
  expect(made).toMatchObject({ code: 0 });
  // The generator reports what it skips. These may only be pictures, whose responses it cannot describe.
  const left = made.said.split('\n').filter((line) => /^(?:ERROR|Cannot|Unable)/.test(line));
  expect(left.filter((line) => !line.includes('content_type image/*'))).toEqual([]);
  await readsAList('openapi_python_client_made', 'list_with_openapi_python_client.py');
});

test.if(hasPython && hasJava)('the Python client of openapi-generator reads a list', async () => {
  const made = await project.run(
    ...['java', '-jar', await openApiGenerator(), 'generate', '-g', 'python', '-i', 'generated/openapi.json'],
    ...['-o', '.', '--package-name', 'openapi_generator_made'],
    ...['--global-property', 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'],
  );
  expect(made).toMatchObject({ code: 0 });
  await readsAList('openapi_generator_made', 'list_with_openapi_generator.py');
});
