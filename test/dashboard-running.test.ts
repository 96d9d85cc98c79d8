import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../plugins/index.ts';
import { RunningImports } from '../src/features/imports/running-imports.ts';
import { definePlugin } from '../src/kit/plugin.ts';
import { eventually } from './support/receivers.ts';
import { type Site, startSite } from './support/site.ts';

let finish: () => void;
const slowJob = definePlugin({
  id: 'slowjob',
  title: 'Slow job',
  description: 'A job that runs until the test ends it',
  jobs: [
    {
      name: 'slowjob.wait',
      title: 'Wait',
      schedule: '0 0 1 1 *',
      run: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    },
  ],
});

let site: Site;
type Entry = { key: string; count: number; topic: string; href: string };
const find = async (key: string, caller = site.admin): Promise<Entry | undefined> =>
  (await caller.get('/api/dashboard/summary')).data.attention.find((one: Entry) => one.key === key);

beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, slowJob] });
});
afterAll(() => site.stop());

test('a running job is in progress until it ends, for admins', async () => {
  expect(await find('jobsrunning')).toBeUndefined();
  const run = site.admin.post('/api/jobs/slowjob.wait/run');
  await eventually(() => site.app.host.scheduler.countRunning() === 1, 'the job runs');
  expect(await find('jobsrunning')).toMatchObject({ count: 1, topic: 'running', href: '/admin/jobs' });
  expect(await find('jobsrunning', await site.userWith('assets.edit'))).toBeUndefined();
  finish();
  expect((await run).status).toBe(200);
  expect(await find('jobsrunning')).toBeUndefined();
});

test('a running import is in progress until it ends', async () => {
  const imports = site.app.host.getInstance(RunningImports);
  const progress = imports.begin(1, 'assets', 'assets.csv', 10);
  expect(await find('importsrunning')).toMatchObject({ count: 1, topic: 'running', href: '/imports' });
  imports.end(progress);
  expect(await find('importsrunning')).toBeUndefined();
});
