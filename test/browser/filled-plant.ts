import { createSend, type Send } from '../support/send.ts';
import { type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';

export type { Send };

/** An appliance with one of each thing that pages show, and a browser with its admin signed in. */
export interface FilledPlant {
  url: string;
  /** The data directory. */
  data: string;
  session: BrowserSession;
  /** Calls the API as the admin. The path is relative to /api. */
  send: Send;
  stop(): Promise<void>;
}

export async function startFilledPlant(
  viewport: { width: number; height: number },
  env: Record<string, string> = {},
): Promise<FilledPlant> {
  const appliance = await startAppliance({ args: ['--no-tls'], env });
  const send = await firstAdmin(appliance.url);
  await fill(send);
  const session = await openBrowser({ viewport });
  const { page } = session;
  await signIn(page, appliance.url);
  const stop = async () => {
    await session.close();
    await appliance.stop();
  };
  return { url: appliance.url, data: appliance.data, session, send, stop };
}

/** Returns the page of the first record of every register with records. */
export async function listRecordPaths(send: Send): Promise<string[]> {
  const registers = (await send('GET', '/registers')).data as { path: string; idfield: string }[];
  const paths = await Promise.all(
    registers.map(async ({ path, idfield }) => {
      const [first] = (await send('GET', `${path}?per_page=1`)).data as Record<string, unknown>[];
      return first ? [`${path}/${first[idfield]}`] : [];
    }),
  );
  return paths.flat();
}

/** Runs the work while a setting of the plant has this value, then restores the previous value. */
export async function withPlantSetting<T>(
  { send }: Pick<FilledPlant, 'send'>,
  key: string,
  value: string,
  work: () => Promise<T>,
): Promise<T> {
  const path = `/settings/${key}`;
  const before = (await send('GET', path)).data as { value: string };
  await send('PUT', path, { value });
  try {
    return await work();
  } finally {
    await send('PUT', path, { value: before.value });
  }
}

async function firstAdmin(url: string): Promise<Send> {
  const send = createSend(url);
  await send('POST', '/setup/create-admin', MARA);
  const { data } = await send('POST', '/auth/login', MARA);
  return createSend(url, (data as { access_token: string }).access_token);
}

/** Creates one of each thing that pages show. */
async function fill(send: Send): Promise<void> {
  const [type] = (await send('GET', '/assets/types')).data as { assettypeid: number }[];
  for (let n = 1; n <= 3; n++) {
    const asset = { assetnumber: `M-${n}`, name: `Lathe ${n}`, assettypeid: type!.assettypeid };
    await send('POST', '/assets', asset);
  }
  const options = ['low', 'high'];
  await send('POST', '/customfields', { fieldname: 'risk', label: 'Risk', fieldtype: 'select', options });
  await send('POST', '/applications', { appname: 'Packer' });
  await send('POST', '/applications/1/versions', { version: '1.0' });
  // Without TLS there is no certificate until one is generated.
  await send('POST', '/endpoints/settings/server-cert/generate', { commonname: 'plant-server' });
  await send('POST', '/kioskdevices', { cabinetname: 'Cabinet 1', kind: 'usb' });
}
