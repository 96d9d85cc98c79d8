import { expect } from 'bun:test';

/** Shared key with which the PCs of the page tests enroll. */
export const AGENT_KEY = 'the-key-of-all-the-agents';

/**
 * Sends a request of an agent with its credential, or with the shared key when the credential is empty. Sends a form as
 * it is, another body as JSON. Returns the data of the response, undefined for 204. Fails the test for an error status.
 */
export async function sendAsAgent(
  url: string,
  credential: string,
  [method, path, body]: [method: string, path: string, body?: object],
): Promise<unknown> {
  const headers = new Headers(
    credential ? { 'x-endpoint-credential': credential } : { 'x-api-key': AGENT_KEY },
  );
  const isForm = body instanceof FormData;
  if (!isForm) headers.set('content-type', 'application/json');
  const sent = isForm ? body : body && JSON.stringify(body);
  const response = await fetch(`${url}/api/endpoints${path}`, { method, headers, body: sent });
  expect([path, response.ok]).toEqual([path, true]);
  return response.status === 204 ? undefined : ((await response.json()) as { data: unknown }).data;
}
