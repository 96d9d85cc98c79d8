import createClient from 'openapi-fetch';
import type { paths } from './generated/api.ts';

declare const process: { argv: string[]; stdout: { write(text: string): void } };
const [baseUrl, password] = process.argv.slice(2);

/**
 * Returns the envelope of a response that must not be an error. A list is text only when it is requested as
 * CSV.
 */
function must<T>({ data, error }: { data?: T; error?: unknown }): Exclude<T, string> {
  if (data === undefined || typeof data === 'string') throw new Error(JSON.stringify(error));
  return data as Exclude<T, string>;
}

/** A script as a user of the document would write it. The compiler checks all its names and shapes. */
async function round(): Promise<string[]> {
  const open = createClient<paths>({ baseUrl });
  const login = must(
    await open.POST('/api/auth/login', { body: { username: 'admin', password: password! } }),
  );
  const headers = { Authorization: `Bearer ${login.data.access_token}` };
  const api = createClient<paths>({ baseUrl, headers });
  const types = must(await api.GET('/api/assets/types', { params: { query: { per_page: 100 } } }));
  const assettypeid = types.data.find(({ assettype }) => assettype === 'Computer')!.assettypeid;
  const body = { assetnumber: 'GEN-1', assettypeid, name: 'Made by a generated client' };
  const made = must(await api.POST('/api/assets', { body }));
  const params = { path: { assetid: made.data.assetid } };
  const { modifieddate: ifmodifieddate } = made.data;
  must(await api.PUT('/api/assets/{assetid}', { params, body: { name: 'Renamed', ifmodifieddate } }));
  const stale = await api.PUT('/api/assets/{assetid}', { params, body: { name: 'Again', ifmodifieddate } });
  const found = must(
    await api.GET('/api/assets', { params: { query: { search: 'renamed', sort: 'assetnumber' } } }),
  );
  const csv = await api.GET('/api/assets', { params: { query: { format: 'csv' } }, parseAs: 'text' });
  const gone = must(await api.DELETE('/api/assets/{assetid}', { params }));
  return [
    `${found.meta.pagination.total} found: ${found.data[0]!.name}`,
    `stale: ${stale.error?.data.error.code}`,
    `csv: ${String(csv.data).includes('GEN-1')}`,
    `deleted: ${gone.data.deleted}`,
  ];
}

process.stdout.write(`${(await round()).join('\n')}\n`);
