import { expect } from 'bun:test';

/** The shared key of pages' tests, with which their PCs enroll. */
export const AGENT_KEY = 'the-key-of-all-the-agents';

/**
 * Sends a request of an agent, with its credential or, while that is empty, with the shared key. A form is sent as it
 * is, another body as JSON. Returns the data of the answer, undefined for 204. Fails the test for a refusal.
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
