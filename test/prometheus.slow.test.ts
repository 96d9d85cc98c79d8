import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Appliance, startAppliance } from './browser/harness.ts';
import { createFirstAdmin, createScratchDirectory, post } from './faults/process.ts';
import { eventually } from './support/receivers.ts';

setDefaultTimeout(120_000);

const FOLDER = join(import.meta.dir, '..', 'assets', 'monitoring');
const isThere = Bun.which('prometheus') !== null && Bun.which('promtool') !== null;
/**
 * Skips the test when Prometheus is missing. With CI=true the test fails instead, because `.ci/run` installs
 * Prometheus.
 */
const withPrometheus = test.skipIf(!isThere && process.env.CI !== 'true');

const folder = createScratchDirectory('prometheus');
let appliance: Appliance;
let token: string;
beforeAll(async () => {
  appliance = await startAppliance();
  const admin = await createFirstAdmin(appliance.url);
  const made = await post(appliance.url, '/api/apitokens', admin, {
    name: 'Prometheus',
    service: true,
    scopes: ['metrics.read'],
  });
  token = ((await made.json()) as { data: { secret: string } }).data.secret;
});
afterAll(() => appliance?.stop());

async function run(command: string[], stdin: string): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, { stdin: Buffer.from(stdin), stdout: 'pipe', stderr: 'pipe' });
  const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
  return { code: await child.exited, output };
}

withPrometheus('promtool accepts the metrics and rules, and the tests of the alerts pass', async () => {
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${appliance.url}/api/vendors`, { tls: { rejectUnauthorized: false } });
  const scrape = await fetch(`${appliance.url}/api/metrics`, { headers, tls: { rejectUnauthorized: false } });
  expect(await run(['promtool', 'check', 'metrics'], await scrape.text())).toEqual({ code: 0, output: '' });
  const rules = await run(['promtool', 'check', 'rules', join(FOLDER, 'alerts.yml')], '');
  expect(rules.output).toContain('SUCCESS: 13 rules found');
  const tests = await run(['promtool', 'test', 'rules', join(FOLDER, 'alerts-test.yml')], '');
  expect([tests.code, tests.output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

withPrometheus('Prometheus scrapes the metrics with a token and loads the alerts', async () => {
  const config = {
    global: { scrape_interval: '1s' },
    rule_files: [join(FOLDER, 'alerts.yml')],
    scrape_configs: [
      {
        job_name: 'millwright',
        scheme: 'https',
        metrics_path: '/api/metrics',
        authorization: { credentials: token },
        tls_config: { ca_file: join(appliance.data, 'certs/server.pem') },
        static_configs: [{ targets: [new URL(appliance.url).host] }],
      },
    ],
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const free = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
  const { port } = free;
  free.stop();
  const prometheus = Bun.spawn(
    [
      'prometheus',
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  );
  try {
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined);
      return answer?.ok
        ? ((await answer.json()) as { data: { result?: unknown[]; groups?: unknown[] } }).data
        : {};
    };
    let found: unknown[] = [];
    await eventually(async () => {
      found = (await ask('query?query=millwright_build_info')).result ?? [];
      return found.length > 0;
    }, 'Prometheus has scraped the figures');
    expect(found).toMatchObject([{ metric: { job: 'millwright', runtime: expect.stringContaining('bun') } }]);
    expect((await ask('query?query=up')).result).toMatchObject([{ value: [expect.anything(), '1'] }]);
    expect((await ask('rules')).groups).toHaveLength(1);
  } finally {
    prometheus.kill();
    await prometheus.exited;
  }
});
