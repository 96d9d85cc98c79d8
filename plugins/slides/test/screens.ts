import {
  type Appliance,
  type BrowserSession,
  openBrowser,
  startAppliance,
} from '../../../test/browser/harness.ts';
import { createFirstAdmin } from '../../../test/faults/process.ts';
import { createPng, formOf } from '../../../test/support/pictures.ts';

type Any = Record<string, number>;

export interface Screens {
  appliance: Appliance;
  session: BrowserSession;
  api(method: string, path: string, body?: object): Promise<Any>;
  /** Adds a picture of one color for each name. */
  add(surface: string, ...names: string[]): Promise<void>;
  /** Sets the default display time of a surface, in seconds. */
  time(surface: string, seconds: number): Promise<void>;
  clear(surface: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an appliance with an admin, and a browser with an English locale. */
export async function openScreens(): Promise<Screens> {
  const appliance = await startAppliance({ args: ['--no-tls'] });
  const { authorization } = await createFirstAdmin(appliance.url);
  const session = await openBrowser({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' });
  const headers = { authorization: authorization! };
  const api: Screens['api'] = async (method, path, body) => {
    const answer = await fetch(`${appliance.url}/api${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Any }).data;
  };
  const slides = async (surface: string) =>
    (await api('GET', `/slides/${surface}`)) as unknown as { slideid: number; filename: string }[];
  return {
    appliance,
    session,
    api,
    add: async (surface, ...names) => {
      const form = formOf(
        ...names.map((name, at) => [name, createPng(at * 60, 64)] as [name: string, content: Buffer]),
      );
      const init = { method: 'POST', headers, body: form };
      const answer = await fetch(`${appliance.url}/api/slides/${surface}/upload`, init);
      if (!answer.ok) throw new Error(`The slides were not taken: ${answer.status} ${await answer.text()}`);
    },
    time: async (surface, seconds) => {
      for (const { slideid } of await slides(surface))
        await api('PATCH', `/slides/${surface}/${slideid}`, { seconds });
    },
    clear: async (surface) => {
      const files = (await slides(surface)).map(({ filename }) => filename);
      await api('POST', `/slides/${surface}/delete`, { files });
    },
    stop: async () => {
      await session.close();
      await appliance.kill();
    },
  };
}
