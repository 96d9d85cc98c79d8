import { isSignedIn } from '../../kit/actor.ts';
import type { ColumnChanges } from '../../kit/data/columns.ts';
import { invariant } from '../../kit/data/invariant.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid, notFound } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { hasMailServer } from '../../kit/outbox/mail-server.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import { isCredentialChange, type PasswordLimiter, tokenForbiddenError } from './password-limiter.ts';
import {
  activeAdmins,
  otherOfEmail,
  otherOfUsername,
  unlinkAudit,
  unlinkHistory,
  userById,
} from './queries.ts';
import { roleLinksOfUser, rolesOfUser } from './role-queries.ts';
import { roles, type UserRow, userroles, users } from './tables.ts';

export interface NewUser {
  username: string;
  email: string;
  password: string;
  firstname?: string | null;
  lastname?: string | null;
  isactive?: boolean;
  roles?: number[];
  mustchangepassword?: boolean;
  sendwelcome?: boolean;
}

/** The person who chose the first password of an account: an admin or the owner of the account. */
type ChosenBy = 'owner' | 'other';

export interface UserChange {
  email?: string;
  firstname?: string | null;
  lastname?: string | null;
  password?: string;
  isactive?: boolean;
  roles?: number[];
  mustchangepassword?: boolean;
  unlock?: boolean;
  current_password?: string;
}

const OWN_FIELDS = ['userid', 'username', 'email', 'firstname', 'lastname'] as const;

/** Returns a user as served to admins and to the user. Never contains the password hash. */
export function describeUser(reader: Reader, user: UserRow, locked: (username: string) => boolean) {
  const roles = rolesOfUser.all(reader, { userid: user.userid });
  return {
    ...Object.fromEntries(OWN_FIELDS.map((field) => [field, user[field]])),
    isactive: user.isactive === 1,
    mustchangepassword: user.mustchangepassword === 1,
    isadmin: roles.some((role) => role.isadmin === 1),
    islocked: locked(user.username),
    roles: roles.map(({ roleid, rolename, color }) => ({ roleid, rolename, color })),
    lastlogindate: user.lastlogindate ?? null,
    createddate: user.createddate,
    modifieddate: user.modifieddate,
  };
}

/** Returns a user with the password hash. Throws 404 when there is none. */
export function readUser(reader: Reader, userid: number): UserRow {
  const user = userById.get(reader, { userid });
  if (!user) throw notFound('User');
  return user;
}

/**
 * Creates a user and returns the ID. Sends a welcome mail with the temporary password, unless `sendwelcome`
 * is false or no mail server is set. Throws 409 for a taken name or email address, 400 for an unknown role.
 */
export async function createUser(host: Host, context: WriteContext, input: NewUser): Promise<number> {
  host.db.read((reader) => refuseTaken(reader, input, 0));
  const passwordhash = await host.passwords.hash(input.password, context);
  return host.db.transact(context, 'identity.user.created', (tx) => {
    const userid = insertUser(tx, input, passwordhash, 'other');
    setRoles(tx, userid, input.roles ?? []);
    if (input.sendwelcome ?? true) sendWelcome(host, tx, input);
    tx.audit({ entitytype: 'user', entityid: userid });
    return userid;
  }).value;
}

/** Inserts a user without roles and returns the ID. Throws 409 when the name or email address is taken. */
export function insertUser(tx: Tx, input: NewUser, passwordhash: string, chosenBy: ChosenBy): number {
  refuseTaken(tx, input, 0);
  return tx.insert(users, {
    username: input.username,
    email: input.email,
    passwordhash,
    firstname: input.firstname ?? null,
    lastname: input.lastname ?? null,
    isactive: (input.isactive ?? true) ? 1 : 0,
    mustchangepassword: (input.mustchangepassword ?? true) ? 1 : 0,
    issued: chosenBy === 'other' ? 1 : 0,
  });
}

/**
 * Changes a user; missing fields stay. Deactivation and a new password end all earlier sign-ins. On the own
 * account, a new password or email address needs a sign-in (403) and the current password (400). Throws 404
 * for an unknown user, 400 for an unknown role, 409 for a taken email address and when no active admin would
 * remain. Throws 409 STALE_WRITE when the user has changed since the version in `unless`.
 */
export async function changeUser(
  host: Host,
  context: WriteContext,
  userid: number,
  { input, unless, tries }: { input: UserChange; unless: Staleness; tries: PasswordLimiter },
): Promise<void> {
  const isOwn = context.actor.userid === userid;
  if (isOwn && input.mustchangepassword !== undefined)
    throw invalid(
      'mustchangepassword',
      'Only another admin can require you to change your password. You can change it under My account.',
    );
  if (isOwn && isCredentialChange(input)) {
    if (!isSignedIn(context.actor)) throw tokenForbiddenError();
    await tries.checkPassword(context, userid, input.current_password);
  }
  const passwordhash =
    input.password === undefined ? undefined : await host.passwords.hash(input.password, context);
  host.db.transact(context, input.unlock ? 'identity.user.unlocked' : 'identity.user.updated', (tx) => {
    const user = readUser(tx, userid);
    refuseStale(user.modifieddate, unless);
    refuseTaken(tx, input, userid);
    const changes: ColumnChanges<typeof users> = {};
    if (input.email !== undefined) changes.email = input.email;
    if (input.firstname !== undefined) changes.firstname = input.firstname;
    if (input.lastname !== undefined) changes.lastname = input.lastname;
    if (input.isactive !== undefined) changes.isactive = input.isactive ? 1 : 0;
    if (input.mustchangepassword !== undefined) changes.mustchangepassword = input.mustchangepassword ? 1 : 0;
    // A password that an admin sets for another user must be changed at the next sign-in.
    if (passwordhash)
      Object.assign(changes, {
        passwordhash,
        issued: isOwn ? 0 : 1,
        mustchangepassword: isOwn || input.mustchangepassword === false ? 0 : 1,
      });
    const deactivated = user.isactive === 1 && input.isactive === false;
    if (passwordhash || deactivated) changes.tokenepoch = user.tokenepoch + 1;
    tx.update(users, userid, changes);
    if (input.roles) setRoles(tx, userid, input.roles);
    if (tx.journal.length > 0) tx.bumpModified(users, userid);
    if (input.unlock || passwordhash) tries.unlock(tx, user.username);
    tx.audit({ entitytype: 'user', entityid: userid });
  });
}

/**
 * Deletes a user with their tokens. Their audit and history rows retain the name and lose the link. Throws
 * 404 and 409 STALE_WRITE as `changeUser` does, 409 for the own account and for the last active admin.
 */
export function deleteUser(host: Host, context: WriteContext, userid: number, unless: Staleness): void {
  if (context.actor.userid === userid) throw new AppError('CONFLICT', 'You cannot delete your own account.');
  host.db.transact(context, 'identity.user.deleted', (tx) => {
    const user = readUser(tx, userid);
    refuseStale(user.modifieddate, unless);
    unlinkAudit.run(tx, { userid });
    unlinkHistory.run(tx, { userid });
    tx.delete(users, userid);
    tx.audit({ entitytype: 'user', entityid: userid, details: { username: user.username } });
  });
}

function setRoles(tx: Tx, userid: number, roleids: number[]): void {
  const wanted = new Set(roleids);
  for (const roleid of wanted) {
    if (!tx.row(roles, roleid)) throw invalid('roles', `No role has the ID ${roleid}.`);
  }
  const links = roleLinksOfUser.all(tx, { userid });
  for (const row of links) if (!wanted.has(row.roleid)) tx.delete(userroles, row.userroleid);
  const has = new Set(links.map((row) => row.roleid));
  for (const roleid of wanted) if (!has.has(roleid)) tx.insert(userroles, { userid, roleid });
}

const CONFLICT_QUERIES = { username: otherOfUsername, email: otherOfEmail };

function refuseTaken(reader: Reader, input: { username?: string; email?: string }, userid: number): void {
  const before = userById.get(reader, { userid });
  for (const field of ['username', 'email'] as const) {
    const value = input[field];
    // Older data may have accounts whose names differ in letter case only. They may stay as they are.
    if (value === undefined || (before && foldName(before[field]) === foldName(value))) continue;
    if (CONFLICT_QUERIES[field].get(reader, { value, userid }))
      throw conflict(field, `Another user has this ${field === 'email' ? 'email address' : 'username'}.`);
  }
}

/** Requires an active admin, because otherwise the appliance could no longer be managed. */
export const activeAdminRemains = invariant(
  'at least one active admin remains',
  [users, roles, userroles],
  (tx) => {
    if (activeAdmins.get(tx)!.n === 0)
      throw new AppError('CONFLICT', 'This is the last active admin. Make another user an admin first.');
  },
);

/**
 * Never decreases a token epoch, so that ended tokens stay invalid. An undo that would restore an older epoch
 * starts a new one.
 */
export const epochOnlyGrows = invariant('the token epoch never decreases', [users], (tx, changes) => {
  for (const { id, before, after } of changes) {
    const [was, is] = [before?.tokenepoch, after?.tokenepoch];
    if (typeof was === 'number' && typeof is === 'number' && is <= was)
      tx.update(users, id, { tokenepoch: was + 1 });
  }
});

function sendWelcome(host: Host, tx: Tx, input: NewUser): void {
  if (!hasMailServer(host.settings)) return;
  const site = host.settings.text('site_name') || 'Millwright';
  const address = host.settings.text('site_url');
  const lines = [
    `Hello ${input.firstname ?? input.username},`,
    '',
    `You now have an account on ${site}.`,
    ...(address ? [`Address: ${address}`] : []),
    `User name: ${input.username}`,
    `Temporary password: ${input.password}`,
    '',
    'You must choose your own password at your first sign-in.',
  ];
  host.outbox.mail(tx, { to: input.email, subject: `Your account on ${site}`, text: lines.join('\n') });
}
