import { setTimeout as delay } from 'node:timers/promises';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { type Appliance, type ApplianceOptions, startAppliance } from '../browser/harness.ts';
import { Client, type ClientResponse } from '../support/client.ts';
import { createDocumentCheck } from '../support/document-check.ts';
import { HANG_MS } from '../support/hang.ts';

export const ACCOUNT = { username: 'admin', password: 'correct horse' };

/** An appliance in a process of its own, which restores while it is asked. */
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

/** Makes the first admin, who signs in. */
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

/** Asks until the answer is what is waited for; an appliance that is coming back answers nothing for a while. */
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

/** Makes a backup and waits until it is whole. */
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

/** Waits until the sign-in of before is worth nothing, and signs in anew. */
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
 * Waits until what lay there before the restore is packed, or is said to stay where it is. Ignores what earlier
 * restores have put aside, which is among `known`.
 */
export async function waitForArchive(
  admin: Client,
  known: readonly BackupMetadata[] = [],
): Promise<BackupMetadata> {
  const isNew = (one: BackupMetadata) =>
    isPutAside(one) && !known.some(({ backupid }) => backupid === one.backupid);
  const notes = await waitUntil(
    () => listBackups(admin),
    (all) => all.some(isNew) && !all.some((one) => isNew(one) && one.state === 'running'),
    'the data of before are put aside',
  );
  return notes.find(isNew)!;
}

const isPutAside = ({ kind }: BackupMetadata): boolean => kind === 'restore';
