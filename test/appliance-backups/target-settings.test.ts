import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { keepSecrets } from '../../src/features/appliancebackups/targets/keep-secrets.ts';
import { parseTarget } from '../../src/kit/backup/targets/target.ts';
import { type Site, startSite } from '../support/site.ts';

const KEY = `SHA256:${'a'.repeat(43)}`;
const OTHER_KEY = `SHA256:${'b'.repeat(43)}`;
const SFTP = `sftp://mill@nas.plant.example/backups#${KEY}`;
const S3 = 's3://plant/mill?endpoint=https://s3.plant.example';

describe('a line of the targets', () => {
  const USED: [string, NodeJS.Platform, object][] = [
    ['/mnt/nas', 'linux', { kind: 'folder', path: '/mnt/nas' }],
    ['D:\\Backups', 'win32', { kind: 'folder', path: 'D:\\Backups' }],
    ['\\\\nas\\backups\\mill', 'win32', { kind: 'share', path: '\\\\nas\\backups\\mill' }],
    [
      SFTP,
      'linux',
      { kind: 'sftp', host: 'nas.plant.example', port: 22, user: 'mill', path: '/backups', hostkey: KEY },
    ],
    [
      `sftp://a%40b@[::1]:2222/x%20y#${KEY}=`,
      'linux',
      { host: '::1', port: 2222, user: 'a@b', path: '/x y', hostkey: KEY },
    ],
    ['sftp://mill@10.1.2.3', 'linux', { host: '10.1.2.3', path: '/', hostkey: undefined }],
    [
      S3,
      'linux',
      {
        kind: 's3',
        bucket: 'plant',
        prefix: 'mill/',
        endpoint: 'https://s3.plant.example',
        region: 'us-east-1',
      },
    ],
    [
      's3://plant?region=eu-central-1',
      'linux',
      { prefix: '', endpoint: 'https://s3.eu-central-1.amazonaws.com' },
    ],
  ];
  test.each(USED)('%s is parsed on %s', (line, platform, expected) => {
    expect(parseTarget(line, platform)).toMatchObject(expected);
  });

  const REFUSED: [string, NodeJS.Platform, RegExp][] = [
    ['backups', 'linux', /absolute path/],
    ['\\backups', 'win32', /absolute path/],
    ['\\\\nas\\backups', 'linux', /Mount the share/],
    ['ftp://nas/backups', 'linux', /Use a folder/],
    ['sftp://nas.plant.example/backups', 'linux', /Enter the user/],
    ['sftp://mill:secret@nas.plant.example/backups', 'linux', /as the secret of the target/],
    ['sftp://mill@nas.plant.example/backups#MD5:00', 'linux', /Enter the host key/],
    ['sftp://mill@nas.plant.example/%E0%A4%A', 'linux', /not a valid address/],
    ['sftp://mill@169.254.169.254/backups', 'linux', /reserved range/],
    ['sftp://mill@169.254.7.7/backups', 'linux', /reserved range/],
    ['sftp://mill@[fe80::1]/backups', 'linux', /reserved range/],
    ['sftp://mill@0xa9fea9fe/backups', 'linux', /reserved range/],
    ['s3://Plant', 'linux', /Enter the bucket/],
    ['s3://plant?endpoint=http://169.254.169.254', 'linux', /reserved range/],
    ['s3://plant?endpoint=s3.plant.example', 'linux', /Enter the endpoint/],
    ['s3://plant?endpoint=https://s3.plant.example/path', 'linux', /Enter the endpoint/],
    ['s3://plant?endpoint=https://:secret@s3.plant.example', 'linux', /Enter the endpoint/],
    ['s3://plant?profile=x', 'linux', /Remove profile/],
  ];
  test.each(REFUSED)('%s is refused on %s', (line, platform, reason) => {
    expect(() => parseTarget(line, platform)).toThrow(reason);
  });
});

test('a target with control characters is refused when they are encoded or not', () => {
  const encoded = [`sftp://mill@nas.plant.example/x%00#${KEY}`, `sftp://mill%0A@nas.plant.example/x#${KEY}`];
  for (const line of ['/mnt/nas\u0000', '/mnt/\u001b[2Jnas', ...encoded])
    expect(() => parseTarget(line, 'linux')).toThrow(/control characters|not a valid address/);
});

describe('the secret of a target', () => {
  const secrets = JSON.stringify({
    [SFTP]: { password: 'p' },
    [S3]: { accesskeyid: 'k', secretaccesskey: 's' },
  });
  const listRetained = (after: string[]) => {
    const text = keepSecrets(secrets, `${SFTP}\n${S3}`, after.join('\n'));
    return text === '' ? [] : Object.keys(JSON.parse(text));
  };
  test.each([
    ['path', `sftp://mill@nas.plant.example/other#${KEY}`],
    ['port', `sftp://mill@nas.plant.example:2222/backups#${KEY}`],
    ['host key', `sftp://mill@nas.plant.example/backups#${OTHER_KEY}`],
  ])('stays when its %s changes', (_part, line) => expect(listRetained([line, S3])).toEqual([line, S3]));
  test.each([
    ['host', `sftp://mill@other.plant.example/backups#${KEY}`],
    ['user', `sftp://root@nas.plant.example/backups#${KEY}`],
  ])('goes when its %s changes', (_part, line) => expect(listRetained([line, S3])).toEqual([S3]));
  test('is removed with its target', () => expect(listRetained(['/mnt/nas'])).toEqual([]));
});

describe('the settings', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());
  afterEach(async () => {
    for (const key of ['backup_targets', 'backup_target_secrets', 'backup_passphrase'])
      expect((await put(key, '')).status).toBe(200);
  });
  const put = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });
  const encrypt = async () =>
    expect((await put('backup_passphrase', 'twelve storks in a moor')).status).toBe(200);
  const readStoredSecrets = () => site.app.host.settings.text('backup_target_secrets');

  test('a target outside the server requires a passphrase, which then cannot be removed', async () => {
    const refused = await put('backup_targets', `/mnt/nas\n${SFTP}`);
    expect([refused.status, refused.error.details.issues]).toEqual([
      400,
      [
        {
          path: 'backup_passphrase',
          message: expect.stringContaining('Set a backup passphrase first (Settings > Backups'),
        },
      ],
    ]);
    expect((await put('backup_targets', '/mnt/nas')).status).toBe(200);
    expect((await site.admin.post('/api/backups/targets', { target: SFTP })).status).toBe(400);
    await encrypt();
    expect((await put('backup_targets', SFTP)).status).toBe(200);
    const reply = await put('backup_passphrase', '');
    expect([reply.status, reply.error.message]).toEqual([400, expect.stringContaining('backup_targets')]);
    expect((await put('backup_passphrase', 'another dozen of storks')).status).toBe(200);
  });

  test('an invalid target is refused with its reason when there is no passphrase', async () => {
    for (const value of ['nas', 'ftp://nas/x']) {
      const { status, error } = await put('backup_targets', value);
      expect([status, error.message]).toEqual([400, expect.stringContaining(`invalid line, ${value}`)]);
    }
  });

  test('an invalid, a duplicate and an eleventh target are refused', async () => {
    await encrypt();
    const lines = Array.from({ length: 11 }, (_, n) => `/mnt/${n}`);
    for (const value of ['nas', '/mnt/a\n/mnt/a', 'sftp://mill@nas.plant.example/x', lines.join('\n')]) {
      const { status, error } = await put('backup_targets', value);
      expect([value, status, error.code]).toEqual([value, 400, 'VALIDATION_ERROR']);
    }
    expect((await put('backup_targets', lines.slice(1).join('\n'))).status).toBe(200);
  });

  test('secrets are never returned and are removed when the host changes', async () => {
    await encrypt();
    await put('backup_targets', SFTP);
    for (const value of ['{', '[]', '{"x":{"password":""}}', '{"x":{"token":"y"}}'])
      expect((await put('backup_target_secrets', value)).status).toBe(400);
    expect((await put('backup_target_secrets', JSON.stringify({ [SFTP]: { password: 'p' } }))).status).toBe(
      200,
    );
    const { text } = await site.admin.get('/api/settings');
    expect(text).not.toContain('"p\\"');
    const moved = `sftp://mill@nas.plant.example:2222/other#${KEY}`;
    await put('backup_targets', moved);
    expect(JSON.parse(readStoredSecrets())).toEqual({ [moved]: { password: 'p' } });
    const { data } = await put('backup_targets', `sftp://mill@thief.example/other#${KEY}`);
    expect([readStoredSecrets(), data.cleared]).toEqual(['', ['backup_target_secrets']]);
  });

  test('a changed target keeps its secret unless its host changes', async () => {
    await encrypt();
    const { data } = await site.admin.post('/api/backups/targets', {
      target: SFTP,
      secret: { password: 'p' },
    });
    const change = async (id: string, target: string) =>
      (await site.admin.put(`/api/backups/targets/${id}`, { target })).data;
    const renewed = await change(data.targetid, `sftp://mill@nas.plant.example/backups#${OTHER_KEY}`);
    expect(renewed.hassecret).toBeTrue();
    const moved = await change(renewed.targetid, `sftp://mill@thief.example/backups#${OTHER_KEY}`);
    expect([moved.hassecret, readStoredSecrets()]).toEqual([false, '']);
  });

  test('only signed-in admins change targets, and admins read them with a token', async () => {
    const target = { target: '/mnt/nas' };
    const { data } = await site.admin.post('/api/apitokens', { name: 'targets' });
    const token = site.anonymous.bearer(data.secret);
    expect((await token.get('/api/backups/targets')).status).toBe(200);
    for (const path of ['/api/backups/targets', '/api/backups/targets/test'])
      expect((await token.post(path, target)).status).toBe(403);
    expect((await site.anonymous.get('/api/backups/targets')).status).toBe(401);
    expect((await site.admin.put('/api/backups/targets/0000', target)).status).toBe(404);
    expect((await site.admin.delete('/api/backups/targets/0000')).status).toBe(404);
  });
});
