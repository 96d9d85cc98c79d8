import { expect } from 'bun:test';
import {
  createPc,
  createTestNonce,
  requestEnrollment,
  setSharedKey,
  TEST_SHARED_KEY,
  withSharedKey,
} from '../../plugins/endpoints/test/pcs.ts';
import { uploadCurrentBuild } from '../../plugins/endpoints/test/upload-build.ts';
import { makePair } from '../support/openssl.ts';
import { COLLECTOR_KEY, PASSWORD, type Site } from '../support/site.ts';

/** Secrets by a description. */
export type NamedSecrets = Record<string, string>;

/**
 * Uses every kind of secret on a site, correctly and incorrectly, like people and machines do. Returns all
 * secrets. Only the owner of a secret may know it.
 */
export async function useEverySecret(site: Site): Promise<NamedSecrets> {
  const { access_token, refresh_token } = site.admin.session;
  const secrets: NamedSecrets = {
    'collector key': COLLECTOR_KEY,
    'admin password': PASSWORD,
    'access token': access_token,
    'refresh token': refresh_token,
  };
  await tokens(site, secrets);
  await passwords(site, secrets);
  await settings(site, secrets);
  await registers(site, secrets);
  await endpoints(site, secrets);
  return secrets;
}

async function tokens(site: Site, secrets: NamedSecrets): Promise<void> {
  const personal = await site.admin.post('/api/apitokens', { name: 'script' });
  const service = await site.admin.post('/api/apitokens', {
    name: 'agents',
    service: true,
    scopes: ['collector.ingest'],
  });
  secrets['personal token'] = personal.data.secret;
  secrets['service token'] = service.data.secret;
  for (const token of [personal.data.secret, service.data.secret]) {
    await site.anonymous.bearer(token).get('/api/auth/me');
    await site.anonymous.bearer(token).get(`/api/vendors?search=${token}`);
    await site.anonymous.with({ 'x-api-key': token }).post('/api/collector/computers', { hostname: 'PC-1' });
  }
  await site.anonymous
    .with({ 'x-api-key': COLLECTOR_KEY })
    .post('/api/collector/computers', { nothing: true });
  await site.admin.delete(`/api/apitokens/${personal.data.tokenid}`);
  await site.anonymous.bearer(personal.data.secret).get('/api/vendors');
}

async function passwords(site: Site, secrets: NamedSecrets): Promise<void> {
  secrets['wrong password'] = 'canary-wrong-7731';
  await site.anonymous.post('/api/auth/login', { username: 'admin', password: secrets['wrong password'] });
  secrets['new password'] = 'canary-new-5519';
  const user = await site.userWith();
  await user.post('/api/auth/change-password', {
    current_password: PASSWORD,
    new_password: secrets['new password'],
  });
  secrets['first password'] = 'canary-first-8846';
  await site.admin.post('/api/users', {
    username: 'x',
    email: 'nonsense',
    password: secrets['first password'],
  });
  await site.admin.post('/api/users', {
    username: 'somebody',
    email: 'somebody@plant.example',
    password: secrets['first password'],
    roles: [],
    sendwelcome: false,
  });
}

/** A certificate with its key. The test searches for a line of the key. */
const clientCertificate = Object.values(makePair()).join('');

function secretFor(key: string): string {
  if (key === 'smtp_oauth_certificate')
    return clientCertificate.split('PRIVATE KEY-----\n')[1]!.split('\n')[1]!;
  if (key === 'webhook_secret') return `whsec_${Buffer.from(`canary-${key}-of-32-bytes`).toString('base64')}`;
  if (key === 'hr_database_url') return `postgres://reader:canary-${key}@hr.example/hr`;
  return key.endsWith('_url') ? `https://hooks.example/canary-${key}` : `canary-${key}`;
}

/** Returns the value of a setting that contains the secret. */
function settingOf(key: string, secret: string): string {
  if (key === 'smtp_oauth_certificate') return clientCertificate;
  if (key === 'backup_target_secrets') return JSON.stringify({ 'sftp://mill@nas/x': { password: secret } });
  return secret;
}

async function settings(site: Site, secrets: NamedSecrets): Promise<void> {
  const declared = (await site.admin.get('/api/settings')).data.filter(
    ({ issecret }: { issecret: boolean }) => issecret,
  );
  const others = ['endpoints_shared_key', 'zabbix_token', 'hr_database_url'];
  for (const key of [...declared.map(({ key }: { key: string }) => key), ...others]) {
    secrets[key] = secretFor(key);
    const { status } = await site.admin.put(`/api/settings/${key}`, { value: settingOf(key, secrets[key]) });
    expect([key, status]).toEqual([key, 200]);
  }
}

async function registers(site: Site, secrets: NamedSecrets): Promise<void> {
  secrets['webhook of a team'] = 'https://hooks.example/canary-team';
  const { data } = await site.admin.post('/api/supportteams', {
    teamname: 'Night shift',
    webhookurl: secrets['webhook of a team'],
  });
  secrets['next webhook of a team'] = 'https://hooks.example/canary-other';
  const path = `/api/supportteams/${data.supportteamid}`;
  await site.admin.put(path, { webhookurl: secrets['next webhook of a team'] });
  await site.admin.get(`/api/supportteams?search=canary-other`);
  secrets['kiosk token'] = (
    await site.admin.post('/api/kioskdevices', { cabinetname: 'One', kind: 'usb' })
  ).data.secret;
  secrets['webhook in a file'] = 'https://hooks.example/canary-csv';
  const text = `teamname;webhookurl\nDay shift;${secrets['webhook in a file']}`;
  const form = new FormData();
  form.set('target', 'supportteams');
  form.set('file', new File([text], 'teams.csv'));
  expect((await site.admin.upload('/api/imports', form)).status).toBe(201);
}

async function endpoints(site: Site, secrets: NamedSecrets): Promise<void> {
  await setSharedKey(site);
  secrets['shared key'] = TEST_SHARED_KEY;
  secrets['wrong shared key'] = 'canary-wrong-key-2208';
  await site.anonymous
    .with({ 'x-api-key': secrets['wrong shared key'] })
    .post('/api/endpoints/checkin', { hostname: 'pc-1' });
  const assetid = await createPc(site, 'canary-1');
  const own = createTestNonce();
  secrets.nonce = own;
  const { data } = await requestEnrollment(withSharedKey(site), 'canary-1', own);
  secrets['credential of a PC'] = data.credential;
  const agent = site.anonymous.with({ 'x-endpoint-credential': data.credential });
  expect((await agent.post('/api/endpoints/checkin', {})).status).toBe(200);
  await agent.post('/api/endpoints/checkin', { hostname: 'another' });
  await site.admin.post(`/api/endpoints/assets/${assetid}/revoke`, { blockreenroll: false, reason: 'lost' });
  expect((await agent.get('/api/endpoints/commands/next')).status).toBe(401);
  secrets['nonce that waits'] = createTestNonce();
  await requestEnrollment(site.anonymous, 'canary-2', secrets['nonce that waits']);
  await bootstrap(site, secrets);
}

async function bootstrap(site: Site, secrets: NamedSecrets): Promise<void> {
  await site.admin.put('/api/settings/site_url', { value: 'https://plant.example' });
  await uploadCurrentBuild(site, '9.1.0', 'linux-x64');
  const { data, text } = await site.admin.post('/api/endpoints/bootstrap-tokens', {
    name: 'hall 3',
    publicauthority: true,
  });
  secrets['bootstrap token'] = data.secret;
  expect(text).toContain(data.secret);
  for (const path of ['bootstrap.sh', 'bootstrap.ps1', 'package'])
    await site.anonymous.get(`/api/endpoints/siteagent/${path}?t=${data.secret}&platform=linux-x64`);
  await site.admin.delete(`/api/endpoints/bootstrap-tokens/${data.bootstraptokenid}`);
}
