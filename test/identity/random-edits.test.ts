import { expect, test } from 'bun:test';
import type { Client, ClientResponse } from '../support/client.ts';
import { MINUTE } from '../support/clock.ts';
import { createChooser } from '../support/random.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

const STEPS = 60;

interface Person {
  userid: number;
  username: string;
  /** A valid password, if the test knows one. */
  password: string;
}

/** A site with three admins, two other users and their roles, whose accounts are changed at random. */
class Crowd {
  readonly people: Person[] = [];
  readonly ended = new Set<Client>();
  readonly live = new Map<Client, Person>();
  readonly wrong: string[] = [];
  private roles: number[] = [];
  private readonly choose: ReturnType<typeof createChooser>;

  constructor(
    readonly site: Site,
    seed: number,
  ) {
    this.choose = createChooser(seed);
  }

  async gather(): Promise<void> {
    // Sessions end only by actions, not by expiry.
    await this.site.admin.put('/api/settings/access_token_minutes', { value: 1440 });
    this.site.admin = await this.site.anonymous.signIn('admin', PASSWORD);
    const listed = (await this.site.admin.get('/api/users/roles')).data;
    const admin = listed.find((role: { isadmin: boolean }) => role.isadmin).roleid;
    const made = await this.site.admin.post('/api/users/roles', {
      rolename: 'R',
      permissions: ['assets.view'],
    });
    this.roles = [admin, made.data.roleid];
    for (const n of [0, 1, 2, 3, 4]) {
      const username = `crowd${n}`;
      const body = { username, email: `${username}@plant.example`, password: PASSWORD, sendwelcome: false };
      const roles = n < 3 ? [admin] : [made.data.roleid];
      const { data } = await this.site.admin.post('/api/users', {
        ...body,
        roles,
        mustchangepassword: false,
      });
      const person = { userid: data.userid, username, password: PASSWORD };
      this.people.push(person);
      await this.signIn(person);
    }
  }

  /** Returns a signed-in client of a current admin. Throws when there is none. */
  async anAdmin(): Promise<Client> {
    for (const client of [this.site.admin, ...this.live.keys()])
      if ((await client.get('/api/users')).status === 200) return client;
    for (const { username, password } of [{ username: 'admin', password: PASSWORD }, ...this.people]) {
      this.site.clock.advance(2 * MINUTE);
      const { data, status } = await this.site.anonymous.post('/api/auth/login', { username, password });
      if (status === 200 && data.user.isadmin) return this.site.anonymous.bearer(data.access_token);
    }
    throw new Error('No admin is left.');
  }

  async step(): Promise<void> {
    const { below, oneOf, someOf } = this.choose;
    const admin = await this.anAdmin();
    const person = oneOf(this.people);
    const path = `/api/users/${person.userid}`;
    const acts: (() => Promise<ClientResponse>)[] = [
      () => admin.put(path, { isactive: below(2) === 0 }),
      () => admin.put(path, { roles: oneOf([[], someOf(this.roles)]) }),
      () => this.newPassword(admin, person),
      () => admin.put(path, { email: `mail${below(4)}@plant.example` }),
      () => admin.put(`/api/users/${oneOf([1, person.userid])}`, { roles: [], isactive: false }),
      () =>
        admin.put(`/api/users/roles/${oneOf(this.roles)}`, {
          permissions: someOf(['assets.view', 'assets.edit']),
        }),
      () => admin.delete(oneOf([path, `/api/users/roles/${oneOf(this.roles)}`])),
      () => this.signIn(person),
      () => this.undoSomething(admin),
      () => this.undoSomething(admin),
      () => this.undoSomething(admin),
    ];
    const answer = await oneOf(acts)();
    if (answer.status >= 500) this.wrong.push(answer.text);
    await this.lookRound();
  }

  private async newPassword(admin: Client, person: Person): Promise<ClientResponse> {
    const password = `${PASSWORD} ${this.choose.below(1000)}`;
    const answer = await admin.put(`/api/users/${person.userid}`, { password, mustchangepassword: false });
    if (answer.status === 200) person.password = password;
    return answer;
  }

  private async signIn(person: Person): Promise<ClientResponse> {
    // Avoids the rate limit of sign-ins, which this test does not cover.
    this.site.clock.advance(2 * MINUTE);
    const { username, password } = person;
    const answer = await this.site.anonymous.post('/api/auth/login', { username, password });
    if (answer.status === 200) this.live.set(this.site.anonymous.bearer(answer.data.access_token), person);
    return answer;
  }

  /** Tries to undo any row of the log, whether it is marked as undoable or not. */
  private async undoSomething(admin: Client): Promise<ClientResponse> {
    const { data } = await admin.get('/api/auditlogs?per_page=40');
    const row = this.choose.oneOf(data as { auditlogid: number; entitytype: string }[]);
    const answer = await admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
    if (['user', 'role', 'token'].includes(row.entitytype) && answer.status !== 409)
      this.wrong.push(`The undo of a ${row.entitytype} was ${answer.status}.`);
    return answer;
  }

  /** Checks that an ended session never becomes valid again. */
  private async lookRound(): Promise<void> {
    for (const client of this.live.keys()) {
      if ((await client.get('/api/auth/me')).status !== 401) continue;
      this.live.delete(client);
      this.ended.add(client);
    }
    for (const client of this.ended)
      if ((await client.get('/api/auth/me')).status !== 401) this.wrong.push('A session came back to life.');
  }
}

test('random edits and undos of accounts keep an admin, restore no session and cause no 500', async () => {
  let ended = 0;
  for (const seed of [1, 2]) {
    const site = await startSite();
    const crowd = new Crowd(site, seed);
    await crowd.gather();
    for (let step = 0; step < STEPS; step++) await crowd.step();
    expect([seed, crowd.wrong]).toEqual([seed, []]);
    expect((await (await crowd.anAdmin()).get('/api/auth/me')).data.isadmin).toBe(true);
    ended += crowd.ended.size;
    await site.stop();
  }
  expect(ended).toBeGreaterThan(8);
});
