import { z } from 'zod';
import { postJson, RemoteRequestError } from '../../../src/kit/post-json.ts';

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

const answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number().optional() }).optional(),
});

/** Address and token of Zabbix from the settings. */
export interface ZabbixAccess {
  url: string;
  token: string;
  allowLoopback: boolean;
}

/**
 * Returns the result of a method. Rejects, usually with `RemoteRequestError`, when there is no valid result.
 */
export type ZabbixCall = <T>(method: string, params: object, result: z.ZodType<T>) => Promise<T>;

/** Client for the JSON-RPC API of Zabbix. Its errors contain neither the token nor text from the server. */
export class Zabbix {
  private readonly url: URL;
  /**
   * True when the token is sent in the header, undefined before the first request. Versions before 6.4 need
   * it in the body; since 7.2 only the header works.
   */
  private isHeader: boolean | undefined;

  constructor(private readonly access: ZabbixAccess) {
    const url = new URL(access.url);
    if (!url.pathname.endsWith('.php')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/api_jsonrpc.php`;
    this.url = url;
  }

  /** Returns a function for consecutive requests with a common time limit of `ms` milliseconds. */
  withTimeLimit(ms: number): ZabbixCall {
    const until = performance.now() + ms;
    return async (method, params, result) => {
      this.isHeader ??= isSince(await this.call('apiinfo.version', [], z.string().max(40), { until }), 6, 4);
      return this.call(method, params, result, { until, token: this.access.token });
    };
  }

  private async call<T>(
    method: string,
    params: object,
    result: z.ZodType<T>,
    { until, token }: { until: number; token?: string },
  ): Promise<T> {
    const ms = Math.max(1, Math.round(until - performance.now()));
    const auth = token && !this.isHeader ? { auth: token } : {};
    const response = await postJson(this.url, {
      body: { jsonrpc: '2.0', method, params, ...auth, id: 1 },
      headers: token && this.isHeader ? { Authorization: `Bearer ${token}` } : {},
      ms,
      most: MAX_RESPONSE_BYTES,
      allowLoopback: this.access.allowLoopback,
    });
    const read = answer.safeParse(response);
    if (read.data?.error)
      throw new RemoteRequestError(
        `Zabbix rejected the request (${read.data.error.code ?? 'no code'}). Check the API token and its permissions.`,
      );
    const value = result.safeParse(read.data?.result);
    if (!read.success || !value.success)
      throw new RemoteRequestError('The server at this address is not Zabbix.');
    return value.data;
  }
}

function isSince(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > major || (first === major && second >= minor);
}
