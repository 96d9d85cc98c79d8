import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

test('the metrics are valid Prometheus text and count requests by declared path', async () => {
  await site.anonymous.get('/api/vendors?search=s3cret-text');
  await site.anonymous.get('/api/vendors/424242');
  const answer = await site.admin.get('/api/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = answer.text.trimEnd().split('\n');
  for (const line of lines)
    expect(line).toMatch(
      /^(# (HELP|TYPE) millwright_\w+ .+|millwright_\w+(\{(\w+="[^"]*",?)+\})? -?[0-9.e+-]+)$/,
    );
  expect(lines).toContain('millwright_http_requests_total{method="GET",path="/api/vendors",status="2xx"} 1');
  expect(lines).toContain(
    'millwright_http_requests_total{method="GET",path="/api/vendors/:vendorid",status="4xx"} 1',
  );
  expect(lines).toContain(
    'millwright_http_request_duration_seconds_count{method="GET",path="/api/vendors",status="2xx"} 1',
  );
  expect(lines).toContain('millwright_users 1');
  for (const name of [
    'build_info{',
    'uptime_seconds ',
    'resident_memory_bytes ',
    'outbox_queued 0',
    'jobs_failed 0',
    'database_bytes ',
    'sql_statements_total ',
  ])
    expect(answer.text).toContain(`millwright_${name}`);
  expect(answer.text).not.toContain('s3cret-text');
  expect(answer.text).not.toContain('424242');
});

test('the metrics require settings.edit or a service token with metrics.read', async () => {
  expect((await site.anonymous.get('/api/metrics')).status).toBe(401);
  expect((await (await site.userWith('assets.edit')).get('/api/metrics')).status).toBe(403);
  expect((await (await site.userWith('settings.edit')).get('/api/metrics')).status).toBe(200);
  const token = (scope: string) =>
    site.admin
      .post('/api/apitokens', { name: scope, service: true, scopes: [scope] })
      .then((made) => made.data.secret);
  expect((await site.anonymous.bearer(await token('metrics.read')).get('/api/metrics')).status).toBe(200);
  expect((await site.anonymous.bearer(await token('collector.ingest')).get('/api/metrics')).status).toBe(403);
});
