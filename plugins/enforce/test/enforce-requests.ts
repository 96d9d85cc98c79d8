import type { Client } from '../../../test/support/client.ts';
import type { Site } from '../../../test/support/site.ts';

let made = 0;

/** Creates a scope with a unique name. */
export async function createScope(site: Site, body: object = {}) {
  const answer = await site.admin.post('/api/enforce/scopes', { scopename: `Scope ${++made}`, ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data as { scopeid: number; scopename: string; modifieddate: string };
}

/** Builds an entry with a text payload. */
export const buildTextEntry = (Name: string, InlinePayload = `echo ${Name}`) => ({
  Name,
  Type: 'CMD',
  InlinePayload,
});

export async function createEntry(site: Site, scopeid: number, body: object) {
  const answer = await site.admin.post(`/api/enforce/scopes/${scopeid}/entries`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data;
}

export async function requestPublish(site: Site, scopeid: number, body: object = {}) {
  const answer = await site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.data;
}

/** Creates a service token and returns a client that sends it as a PC does. */
export async function createPcClient(
  site: Site,
  scopes: string[],
  resourcescopes?: string[],
): Promise<Client> {
  const { status, data, text } = await site.admin.post('/api/apitokens', {
    name: 'pc',
    service: true,
    scopes,
    ...(resourcescopes && { resourcescopes }),
  });
  if (status !== 201) throw new Error(text);
  return site.anonymous.with({ 'x-api-key': data.secret });
}

export const computeSha256 = (content: string | Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex');

/** Sends a payload as the raw request body. */
export const sendPayload = (
  client: Client,
  entryid: number,
  content: RequestInit['body'],
  query = 'filename=setup.exe',
) =>
  client
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', `/api/enforce/entries/${entryid}/payload?${query}`, content);

export const manifestPath = (pctype: string, phase?: string): string =>
  `/api/enforce/manifest?pctype=${encodeURIComponent(pctype)}${phase ? `&phase=${phase}` : ''}`;
