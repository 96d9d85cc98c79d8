import { setTimeout as delay } from 'node:timers/promises';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { type Appliance, type ApplianceOptions, startAppliance } from '../browser/harness.ts';
import { Client, type ClientResponse } from '../support/client.ts';
import { createDocumentCheck } from '../support/document-check.ts';
import { HANG_MS } from '../support/hang.ts';

export const ACCOUNT = { username: 'admin', password: 'correct horse' };

/** An appliance in a separate process, which restores at runtime. */
export interface RestorablePlant extends Appliance {
  anonymous: Client;
}

export async function startPlant(options: ApplianceOptions = {}): Promise<RestorablePlant> {
  const appliance = await startAppliance({ ...options, args: [...(options.args ?? [])] });
  const trusted = { tls: { rejectUnauthorized: false } };
  const document = await (await fetch(`${appliance.url}/api/docs/openapi.json`, trusted)).text();
  return {
    ...appliance,
    anonymous: new Client(appliance.url, createDocumentCheck(document), {}, undefined, trusted),
  };
}

/** Creates the first admin and signs in. */
export async function signUpFirstAdmin({ anonymous }: RestorablePlant): Promise<Client> {
  await anonymous.post('/api/setup/create-admin', { ...ACCOUNT, email: 'admin@plant.example' });
  return signInWith(anonymous);
}

export const signInWith = (stranger: Client, password = ACCOUNT.password): Promise<Client> =>
  stranger.signIn(ACCOUNT.username, password);

export const addAsset = (admin: Client, assetnumber: string): Promise<ClientResponse> =>
  admin.post('/api/assets', { assetnumber, assettypeid: 1 });

export const listAssetNumbers = async (admin: Client): Promise<string[]> =>
  (await admin.get('/api/assets?sort=assetnumber')).data.map(
    ({ assetnumber }: { assetnumber: string }) => assetnumber,
  );

/**
 * Repeats a request until the response has the expected content. Errors are ignored while the appliance
 * restarts.
 */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isIt: (answer: T) => boolean,
  what: string,
): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + HANG_MS; Date.now() < end; await delay(50)) {
    try {
      const answer = await ask();
      if (isIt(answer)) return answer;
      last = answer;
    } catch (cause) {
      last = cause;
    }
  }
  throw new Error(
    `It did not happen within two minutes: ${what}; the last answer was ${JSON.stringify(last)} ${last}`,
  );
}

export const listBackups = async (admin: Client): Promise<BackupMetadata[]> =>
  (await admin.get('/api/backups')).data;

/** Creates a backup and waits until it is complete. */
export async function requestBackup(admin: Client): Promise<BackupMetadata> {
  const { data } = await admin.post('/api/backups');
  return waitForBackup(admin, data.backupid);
}

export const waitForBackup = async (admin: Client, backupid: number): Promise<BackupMetadata> =>
  waitUntil(
    async () => (await admin.get(`/api/backups/${backupid}`)).data,
    ({ state }) => state !== 'running',
    'the backup is done',
  );

export const requestRestore = (
  admin: Client,
  { backupid, filename }: Pick<BackupMetadata, 'backupid' | 'filename'>,
  more: object = {},
): Promise<ClientResponse> => admin.post(`/api/backups/${backupid}/restore`, { confirm: filename, ...more });

/** Waits until the previous session is invalid, then signs in again. */
export async function signInAfterRestore(
  { anonymous }: RestorablePlant,
  before: Client,
  password?: string,
): Promise<Client> {
  await waitUntil(
    () => before.get('/api/auth/me'),
    ({ status }) => status === 401,
    'the sign-ins end',
  );
  return signInWith(anonymous, password);
}

/**
 * Waits until the replaced data is packed, or reported as an unpacked folder. Ignores the data of earlier
 * restores, which is listed in `previous`.
 */
export async function waitForArchive(
  admin: Client,
  previous: readonly BackupMetadata[] = [],
): Promise<BackupMetadata> {
  const isNew = (one: BackupMetadata) =>
    isPutAside(one) && !previous.some(({ backupid }) => backupid === one.backupid);
  const notes = await waitUntil(
    () => listBackups(admin),
    (all) => all.some(isNew) && !all.some((one) => isNew(one) && one.state === 'running'),
    'the previous data are set aside',
  );
  return notes.find(isNew)!;
}

const isPutAside = ({ kind }: BackupMetadata): boolean => kind === 'restore';
