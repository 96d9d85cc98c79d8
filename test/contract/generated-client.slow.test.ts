import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

/** A project of its own, because the generator wants another compiler than ours; nothing of it stays. */
const folder = mkdtempSync(join(tmpdir(), 'millwright-client-'));
const generated = join(folder, 'generated');
let site: Site;

async function run(...command: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn(command, { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: out + err };
}

const tool = (name: string) => join(folder, 'node_modules', '.bin', name);

beforeAll(async () => {
  cpSync(join(import.meta.dir, '..', 'clients'), folder, { recursive: true });
  expect(await run('npm', 'ci', '--ignore-scripts')).toMatchObject({ code: 0 });
  site = await startSite();
  mkdirSync(generated, { recursive: true });
  writeFileSync(join(generated, 'openapi.json'), (await site.stranger.get('/api/docs/openapi.json')).text);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('D3: a client that is generated from the document compiles strictly, and does a round with it', async () => {
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
