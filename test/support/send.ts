/** Sends a request to a path below `/api`. Returns the response. Throws an Error for a failed one. */
export type Send = (method: string, path: string, body?: object) => Promise<{ data: never }>;

/** Returns a function that sends JSON to an appliance in another process, which may have its own certificate. */
export const createSend =
  (url: string, token?: string): Send =>
  async (method, path, body) => {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      tls: { rejectUnauthorized: false },
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
