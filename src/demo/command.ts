import { ApiClient, ApiFailure, withRequestId } from './api-client.ts';
import { DEMO_HELP, type DemoOptions, DemoUsageError, readDemoOptions } from './command-options.ts';
import { type LoadOptions, type LoadSummary, loadPlant } from './load-plant.ts';
import { formatProgress } from './progress.ts';

/**
 * `millwright demo`: fills a running server with a plant. Returns 0, or 1 for an error of the API, or 2 for
 * wrong usage.
 */
export async function runDemo(
  args: string[],
  env: Record<string, string | undefined>,
  out: (line: string) => void,
): Promise<number> {
  try {
    const options = readDemoOptions(args, env);
    if (options === null) {
      out(DEMO_HELP);
      return 0;
    }
    await ensureAdmin(options, out);
    const summary = await loadRecorded({ ...options, onProgress: formatProgress(out) }, out);
    for (const line of summaryLines(summary, options.url)) out(line);
    return 0;
  } catch (error) {
    if (error instanceof DemoUsageError) {
      out(`${error.message} Run with --help to see all options.`);
      return 2;
    }
    if (!(error instanceof ApiFailure)) throw error;
    out(`${error.message}${hintFor(error)}`);
    return 1;
  }
}

/** Creates the admin of a server without users. */
async function ensureAdmin(
  { url, fetchOptions, username, password, setupcode }: DemoOptions,
  out: (line: string) => void,
): Promise<void> {
  const api = new ApiClient(url, {}, fetchOptions);
  if ((await api.get('/api/setup/needs-admin')).needsadmin !== true) return;
  if (username === undefined) {
    throw new DemoUsageError(
      'The appliance has no users yet. Specify --username and --password to create its admin.',
    );
  }
  const email = `${username}@plant.example`;
  await api.post('/api/setup/create-admin', { username, password, email, setupcode });
  out(`Created the admin ${username}.`);
  const admin = new ApiClient(url, { username, password }, fetchOptions);
  await admin.login();
  await admin.post('/api/setup/seed-starter', {});
}

/**
 * Loads the plant. The appliance records it as demo data that can be removed, unless it has assets of its own.
 */
async function loadRecorded(options: LoadOptions, out: (line: string) => void): Promise<LoadSummary> {
  const api = new ApiClient(options.url, options, options.fetchOptions);
  await api.login();
  const { canload } = await api.get('/api/demo');
  if (canload !== true) {
    out('The appliance has assets of its own, so the demo data cannot be removed as a whole.');
    return loadPlant(options);
  }
  const requestid = String((await api.post('/api/demo/scripts', {})).requestid);
  const summary = await loadPlant({ ...options, send: withRequestId(requestid) });
  await api.post(`/api/demo/scripts/${requestid}/end`, {});
  return summary;
}

function summaryLines({ assets, relationships, reports, inventories }: LoadSummary, url: string): string[] {
  return [
    `Assets: ${assets.created} created, ${assets.existing} already existed.`,
    `Connections: ${relationships.created} created, ${relationships.existing} already existed.`,
    `Computer reports: ${reports.created} created, ${reports.updated} updated, ${reports.unchanged} unchanged.`,
    `Agent inventories: ${inventories} sent.`,
    `Done. Open ${url} in a browser.`,
  ];
}

function hintFor({ status, code }: ApiFailure): string {
  if (code === 'UNREACHABLE')
    return ' Check that the appliance is running. A self-signed certificate requires --insecure.';
  if (status === 401) return ' Check --username and --password, or --token.';
  if (code === 'SETUP_CODE') return ' Specify it with --setup-code.';
  if (status === 403) return ' The account must be an admin.';
  return '';
}
