import { HANG_MS } from '../support/hang.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { Dice } from './hostile-values.ts';
import { createFuzzedRequest, type FuzzedRequest, type Operation, operationsOf } from './requests.ts';

const BESIDE = 8;

/**
 * Operations that would stop the run: those that change its own account, and those that wait for other
 * systems.
 */
const LEFT_OUT = [
  /^(PUT|PATCH|DELETE) \/api\/users\/\{/,
  /^POST \/api\/auth\//,
  /^POST \/api\/settings\/test-email$/,
  /^(PUT|PATCH|DELETE|POST) \/api\/apitokens/,
];

export interface FuzzResult {
  /** Number of requests by status. */
  statuses: Record<string, number>;
  /** Responses with a server error, at most ten. */
  faults: { request: string; body: string; status: number; log: unknown }[];
}

/**
 * Sends this number of generated requests to a real appliance, based on its OpenAPI document. The same seed
 * generates the same requests; `MILLWRIGHT_FUZZ_SEED` sets that of the slow test.
 */
export async function fuzz(requests: number, seed: number): Promise<FuzzResult> {
  const site = await startSite();
  try {
    await fill(site);
    const document = await (await fetch(`${site.url}/api/docs/openapi.json`)).json();
    const operations = operationsOf(document).filter(
      ({ method, path }) => !LEFT_OUT.some((left) => left.test(`${method} ${path}`)),
    );
    return await send(site, operations, requests, new Dice(seed));
  } finally {
    await site.stop();
  }
}

/** Creates records with the IDs 1 to 3. */
async function fill(site: Site): Promise<void> {
  for (const n of [1, 2, 3]) {
    await site.admin.post('/api/vendors', { vendor: `Vendor ${n}` });
    await site.admin.post('/api/computers', { assetnumber: `PC-${n}`, hostname: `pc-${n}` });
    await site.admin.post('/api/applications', { appname: `Application ${n}` });
    await site.admin.post('/api/applications/1/versions', { version: `${n}` });
    await site.admin.post('/api/models', { modelnumber: `Model ${n}` });
    await site.admin.post('/api/maplevels', { building: `Hall ${n}`, level: 'Ground' });
  }
}

async function send(site: Site, operations: Operation[], requests: number, dice: Dice): Promise<FuzzResult> {
  const outcome: FuzzResult = { statuses: {}, faults: [] };
  let sent = 0;
  const one = async () => {
    while (sent < requests) {
      // All operations in turn, so that a short run covers each of them.
      const request = createFuzzedRequest(operations[sent++ % operations.length]!, dice);
      const status = await statusOf(site, request);
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      const isFault = status >= 500 && status !== 507;
      if (isFault && outcome.faults.length < 10)
        outcome.faults.push({
          request: `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers)}`,
          body: String(
            request.body instanceof Uint8Array ? Buffer.from(request.body).toString('latin1') : request.body,
          ).slice(0, 600),
          status,
          log: site.log.filter(({ level }) => level === 'error').at(-1)?.fields?.cause,
        });
      site.log.splice(0, Math.max(0, site.log.length - 50));
    }
  };
  await Promise.all(Array.from({ length: BESIDE }, one));
  return outcome;
}

/** Returns the status of the response. Throws an Error with the request when there is none after HANG_MS. */
async function statusOf(site: Site, { method, path, headers, body }: FuzzedRequest): Promise<number> {
  const isMachine = path.startsWith('/api/collector');
  const credentials: Record<string, string> = isMachine ? { 'x-api-key': COLLECTOR_KEY } : site.admin.headers;
  try {
    const answer = await fetch(site.url + path, {
      method,
      headers: { ...credentials, ...headers },
      body: body as BodyInit,
      redirect: 'manual',
      signal: AbortSignal.timeout(HANG_MS),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (cause) {
    throw new Error(`No answer to ${method} ${path.slice(0, 300)}: ${cause}`, { cause });
  }
}
