import {
  createEnrolledPc,
  createPc,
  createTestNonce,
  requestEnrollment,
  TEST_SHARED_KEY,
  withSharedKey,
} from '../../plugins/endpoints/test/pcs.ts';
import type { ClientResponse } from '../support/client.ts';
import { PASSWORD, type Site } from '../support/site.ts';

export const NEW_KEY = 'the-newer-key-of-all-the-agents';
const NEW_PASSWORD = 'another horse, correct too';

/** A grant: it gives access, or lets an operation run, until it is revoked. */
export interface AccessCase {
  title: string;
  /** Creates the grant. Returns functions that use it and revoke it. */
  make(site: Site): Promise<CreatedGrant>;
}

interface CreatedGrant {
  /** Reports whether the grant still works with its original credentials. */
  works(site: Site): Promise<boolean>;
  end(site: Site): Promise<unknown>;
  /** True when a single use consumes the grant, so no test uses it beforehand. */
  isSpent?: true;
}

const isLetIn = ({ status }: ClientResponse): boolean => status < 300;

/** Returns the data of a response. Throws an Error when a required step of a test failed. */
async function done(answer: Promise<ClientResponse>): Promise<ClientResponse['data']> {
  const { status, data, text } = await answer;
  if (status >= 300) throw new Error(text);
  return data;
}

async function user(site: Site, username: string, roles: number[] = [1]): Promise<number> {
  const email = `${username}@plant.example`;
  const more = { password: PASSWORD, mustchangepassword: false, sendwelcome: false };
  return (await done(site.admin.post('/api/users', { username, email, roles, ...more }))).userid;
}

const role = async (site: Site, rolename: string): Promise<number> =>
  (await done(site.admin.post('/api/users/roles', { rolename, permissions: ['endpoints.view'] }))).roleid;

const signsIn = async (site: Site, username: string): Promise<boolean> =>
  isLetIn(await site.anonymous.post('/api/auth/login', { username, password: PASSWORD }));

/** Reports whether an account can read the commands, which requires a role. */
const seesCommands = async (site: Site, username: string): Promise<boolean> =>
  isLetIn(await (await site.anonymous.signIn(username, PASSWORD)).get('/api/endpoints/commands'));

const keys = (site: Site) => [withSharedKey(site), site.anonymous.with({ 'x-api-key': NEW_KEY })];

async function enrollsWithAnyKey(site: Site, hostname: string): Promise<boolean> {
  for (const client of keys(site))
    if ((await requestEnrollment(client, hostname)).data.credential) return true;
  return false;
}

const token = (title: string, more: object, path: string): AccessCase => ({
  title,
  make: async ({ admin }) => {
    const { tokenid, secret } = await done(admin.post('/api/apitokens', { name: title, ...more }));
    return {
      works: async ({ anonymous }) => isLetIn(await anonymous.bearer(secret).get(path)),
      end: (site) => done(site.admin.delete(`/api/apitokens/${tokenid}`)),
    };
  },
});

const account = (
  title: string,
  username: string,
  end: (site: Site, userid: number) => Promise<ClientResponse>,
): AccessCase => ({
  title,
  make: async (site) => {
    const userid = await user(site, username);
    return { works: (now) => signsIn(now, username), end: (now) => done(end(now, userid)) };
  },
});

const people: AccessCase[] = [
  token('a personal token that is revoked', {}, '/api/apitokens'),
  token(
    'a service token that is revoked',
    { service: true, scopes: ['collector.ingest'] },
    '/api/collector/status',
  ),
  account('an account that is disabled', 'disabled', ({ admin }, id) =>
    admin.put(`/api/users/${id}`, { isactive: false }),
  ),
  account('an account that is deleted', 'deleted', ({ admin }, id) => admin.delete(`/api/users/${id}`)),
  account('a password that is changed', 'changed', ({ admin }, id) =>
    admin.put(`/api/users/${id}`, { password: NEW_PASSWORD }),
  ),
  {
    title: 'a role that is removed',
    make: async (site) => {
      const userid = await user(site, 'demoted', [await role(site, 'who sees commands')]);
      return {
        works: (now) => seesCommands(now, 'demoted'),
        end: ({ admin }) => done(admin.put(`/api/users/${userid}`, { roles: [] })),
      };
    },
  },
  {
    title: 'a permission that is removed from a role',
    make: async (site) => {
      const roleid = await role(site, 'narrowed');
      await user(site, 'narrowed', [roleid]);
      return {
        works: (now) => seesCommands(now, 'narrowed'),
        end: ({ admin }) => done(admin.put(`/api/users/roles/${roleid}`, { permissions: [] })),
      };
    },
  },
];

const machines: AccessCase[] = [
  {
    title: 'a kiosk whose token is replaced',
    make: async ({ admin }) => {
      const { kioskdeviceid, secret } = await done(
        admin.post('/api/kioskdevices', { cabinetname: 'Cabinet 1', kind: 'printedparts' }),
      );
      return {
        works: async ({ anonymous }) =>
          (await anonymous.with({ 'x-kiosk-token': secret }).get('/api/printedparts/kiosk/item/NONE'))
            .status !== 401,
        end: (site) => done(site.admin.post(`/api/kioskdevices/${kioskdeviceid}/secret`)),
      };
    },
  },
  {
    title: 'a credential of a PC that is revoked',
    make: async (site) => {
      const { assetid, agent } = await createEnrolledPc(site, 'lost-pc');
      return {
        works: async ({ anonymous }) =>
          isLetIn(await anonymous.with(agent.headers).post('/api/endpoints/checkin', {})),
        end: ({ admin }) => done(admin.post(`/api/endpoints/assets/${assetid}/revoke`, {})),
      };
    },
  },
  {
    title: 'a PC that is blocked',
    make: async (site) => {
      const assetid = await createPc(site, 'blocked-pc');
      return {
        works: (now) => enrollsWithAnyKey(now, 'blocked-pc'),
        isSpent: true,
        end: ({ admin }) =>
          done(
            admin.post(`/api/endpoints/assets/${assetid}/revoke`, { blockreenroll: true, reason: 'stolen' }),
          ),
      };
    },
  },
  {
    title: 'a nonce that is spent',
    make: async (site) => {
      await createPc(site, 'approved-pc');
      const own = createTestNonce();
      const { requestid } = await done(requestEnrollment(site.anonymous, 'approved-pc', own));
      await done(site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, {}));
      return {
        works: async ({ anonymous }) =>
          Boolean((await requestEnrollment(anonymous, 'approved-pc', own)).data.credential),
        isSpent: true,
        end: async ({ anonymous }) => {
          const { credential } = await done(requestEnrollment(anonymous, 'approved-pc', own));
          await done(
            anonymous.with({ 'x-endpoint-credential': credential }).post('/api/endpoints/checkin', {}),
          );
        },
      };
    },
  },
  {
    title: 'a request that is rejected',
    make: async (site) => {
      await createPc(site, 'rejected-pc');
      const own = createTestNonce();
      const { requestid } = await done(requestEnrollment(site.anonymous, 'rejected-pc', own));
      return {
        works: async ({ anonymous }) =>
          (await requestEnrollment(anonymous, 'rejected-pc', own)).data.state !== 'rejected',
        end: ({ admin }) => done(admin.post(`/api/endpoints/enrollment/${requestid}/reject`, {})),
      };
    },
  },
  {
    title: 'a command that is cancelled',
    make: async (site) => {
      const policy = { policyname: 'restarts', allowedactions: ['reboot'] };
      await done(site.admin.post('/api/endpoints/policies', policy));
      const { assetid, agent } = await createEnrolledPc(site, 'idle-pc');
      const { commandid } = await done(
        site.admin.post(`/api/endpoints/asset/${assetid}/commands`, { action: 'reboot' }),
      );
      return {
        works: async ({ anonymous }) =>
          (await anonymous.with(agent.headers).get('/api/endpoints/commands/next?wait=0')).status === 200,
        isSpent: true,
        end: ({ admin }) => done(admin.delete(`/api/endpoints/commands/${commandid}`)),
      };
    },
  },
  {
    title: 'a PC that is locked',
    make: async (site) => {
      const { assetid } = await createEnrolledPc(site, 'held-pc');
      return {
        // The policy of the previous command allows it.
        works: async ({ admin }) =>
          isLetIn(await admin.post(`/api/endpoints/asset/${assetid}/commands`, { action: 'reboot' })),
        end: ({ admin }) =>
          done(admin.put(`/api/endpoints/asset/${assetid}/lock`, { reason: 'under repair' })),
      };
    },
  },
  {
    title: 'a bootstrap token that is revoked',
    make: async ({ admin }) => {
      await done(admin.put('/api/settings/site_url', { value: 'https://millwright.plant.example' }));
      const { bootstraptokenid, secret } = await done(
        admin.post('/api/endpoints/bootstrap-tokens', { name: 'Line 3', publicauthority: true }),
      );
      return {
        works: async ({ anonymous }) =>
          isLetIn(await anonymous.get(`/api/endpoints/siteagent/bootstrap.sh?t=${secret}`)),
        end: (site) => done(site.admin.delete(`/api/endpoints/bootstrap-tokens/${bootstraptokenid}`)),
      };
    },
  },
];

const settings: AccessCase[] = [
  {
    title: 'a shared key that is replaced',
    make: async (site) => {
      await createPc(site, 'keyless-pc');
      return {
        works: async ({ anonymous }) =>
          isLetIn(
            await anonymous
              .with({ 'x-api-key': TEST_SHARED_KEY })
              .get('/api/endpoints/commands/next?wait=0&hostname=keyless-pc'),
          ),
        end: ({ admin }) => done(admin.put('/api/settings/endpoints_shared_key', { value: NEW_KEY })),
      };
    },
  },
  {
    title: 'anonymous reading until anonymous_read is none',
    make: async ({ admin }) => {
      await done(admin.put('/api/settings/anonymous_read', { value: 'full' }));
      return {
        works: async ({ anonymous }) => isLetIn(await anonymous.get('/api/assets')),
        end: (site) => done(site.admin.put('/api/settings/anonymous_read', { value: 'none' })),
      };
    },
  },
];

/** Restrictions of what PCs do or disclose. They are checked by reading them back. */
const limits: AccessCase[] = [
  {
    title: 'addresses without token until the list of ranges is empty',
    make: async ({ admin }) => {
      await done(admin.put('/api/settings/enforce_allowed_cidrs', { value: '127.0.0.0/8' }));
      return {
        works: async ({ anonymous }) =>
          (await anonymous.get('/api/enforce/manifest?pctype=x')).status !== 401,
        end: (site) => done(site.admin.put('/api/settings/enforce_allowed_cidrs', { value: '' })),
      };
    },
  },
  ...[
    ['endpoints_log_folders', '/var/log\n/srv', '/var/log'],
    ['alert_recipients', 'left@plant.example', 'stays@plant.example'],
  ].map(
    ([key, wide, narrow]): AccessCase => ({
      title: `a wider value of ${key}`,
      make: async ({ admin }) => {
        await done(admin.put(`/api/settings/${key}`, { value: wide }));
        return {
          works: async (site) => site.app.host.settings.text(key!) === wide,
          end: (site) => done(site.admin.put(`/api/settings/${key}`, { value: narrow })),
        };
      },
    }),
  ),
  {
    title: 'an action that is removed from a policy',
    make: async ({ admin }) => {
      const policy = { policyname: 'narrowed', priority: -1, allowedactions: ['message', 'run_script'] };
      const { policyid } = await done(admin.post('/api/endpoints/policies', policy));
      const path = `/api/endpoints/policies/${policyid}`;
      return {
        works: async (site) =>
          (await site.admin.get(path)).data?.allowedactions?.includes('run_script') === true,
        end: (site) => done(site.admin.put(path, { allowedactions: ['message', 'reboot'] })),
      };
    },
  },
  {
    title: 'a script that is deactivated',
    make: async ({ admin }) => {
      const script = { scriptname: 'cleans up', body: 'exit 0' };
      const { scriptid } = await done(admin.post('/api/endpoints/scripts', script));
      const path = `/api/endpoints/scripts/${scriptid}`;
      return {
        works: async (site) => (await site.admin.get(path)).data?.isactive === true,
        end: (site) => done(site.admin.delete(path)),
      };
    },
  },
];

export const accessCases: readonly AccessCase[] = [...people, ...machines, ...settings, ...limits];
