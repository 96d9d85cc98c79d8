import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../plugins/index.ts';
import { definePlugin } from '../src/kit/plugin.ts';
import { MINUTE } from './support/clock.ts';
import { type Site, startSite } from './support/site.ts';

const FOLDER = join(import.meta.dir, '..', 'assets', 'monitoring');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

let isWell = true;
const flaky = definePlugin({
  id: 'flaky',
  title: 'Flaky',
  description: 'Fails on request',
  jobs: [
    {
      name: 'flaky.work',
      title: 'Work',
      schedule: '0 0 1 1 *',
      run: () => {
        if (!isWell) throw new Error('Not today.');
      },
    },
  ],
  metrics: () => {
    throw new Error('The flux capacitor is empty.');
  },
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { tls: true }, plugins: [...plugins, flaky] });
});
afterAll(() => site.stop());

/** Returns the metric names of a scrape with their labels. */
async function scrapeMetrics(): Promise<Map<string, Set<string>>> {
  const { text } = await site.admin.get('/api/metrics');
  const labelsByMetric = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(millwright_\w+)(?:\{(.*)\})? /gm)) {
    const keys = labelsByMetric.get(name) ?? new Set(['instance', 'job']);
    for (const [, key = ''] of labels.matchAll(/(\w+)="/g)) keys.add(key);
    labelsByMetric.set(name, keys);
  }
  return labelsByMetric;
}

test.each(['alerts.yml', 'alerts-test.yml', 'grafana.json'])(
  'each metric in %s exists with the labels of its queries',
  async (file) => {
    // Ensures that the appliance has answered a request before the scrape.
    await site.admin.get('/api/vendors');
    const labelsByMetric = await scrapeMetrics();
    const named = [...read(file).matchAll(/\b(millwright_\w+)(?:\{([^}]*)\})?/g)];
    expect(named.length).toBeGreaterThan(10);
    for (const [, name = '', labels = ''] of named) {
      expect([name, labelsByMetric.has(name)]).toEqual([name, true]);
      const usedLabels = [...labels.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, key = '']) => key);
      expect([name, usedLabels.filter((key) => !labelsByMetric.get(name)?.has(key))]).toEqual([name, []]);
    }
  },
);

test('each alert has a test in which it fires and another in which it is silent', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  for (const name of alerts)
    for (const outcome of ['fires', 'is silent'])
      expect(read('alerts-test.yml')).toContain(`- name: ${name} ${outcome}\n`);
});

test('the buckets of the response time are cumulative', async () => {
  await site.admin.get('/api/businessunits');
  const { text } = await site.admin.get('/api/metrics');
  const buckets = [
    ...text.matchAll(
      /_seconds_bucket\{method="GET",path="\/api\/businessunits",status="2xx",le="(.+)"\} (\d+)/g,
    ),
  ];
  const counts = buckets.map(([, , count]) => Number(count));
  expect(buckets.at(-1)?.[1]).toBe('+Inf');
  expect(counts.at(-1)).toBe(1);
  expect(counts).toEqual([...counts].sort());
});

test('a failed job is counted, and the time of its last success stays', async () => {
  const { scheduler } = site.app.host;
  const of = async (name: string) =>
    (await site.admin.get('/api/metrics')).text.match(
      new RegExp(`millwright_job_${name}\\{job_name="flaky.work"\\} (.+)`),
    )?.[1];
  expect((await scheduler.run('flaky.work')).lastresult).toBe('ok');
  const before = await of('last_success_timestamp_seconds');
  expect(Math.abs(Number(before) - site.clock.now().getTime() / 1000)).toBeLessThan(60);
  expect([await of('failures_total'), await of('last_run_failed')]).toEqual(['0', '0']);
  site.clock.advance(MINUTE);
  isWell = false;
  expect((await scheduler.run('flaky.work')).lastresult).toBe('failed');
  expect([await of('failures_total'), await of('last_run_failed')]).toEqual(['1', '1']);
  expect(await of('last_success_timestamp_seconds')).toBe(before);
});

test('the metrics of plugins are served when another plugin throws', async () => {
  await site.admin.get('/api/metrics');
  const { status, text } = await site.admin.get('/api/metrics');
  expect(status).toBe(200);
  expect(text).toContain('\nmillwright_agents 0\n');
  expect(text).toContain('\nmillwright_faults 1\n');
  expect((await site.admin.get('/api/plugins/faults')).data).toMatchObject([
    { plugin: 'flaky', what: 'metrics', message: 'The flux capacitor is empty.' },
  ]);
});
