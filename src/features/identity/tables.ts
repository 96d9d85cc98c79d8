import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  flag,
  index,
  integer,
  serial,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../kit/data/columns.ts';

export const users = sqliteTable('users', {
  userid: serial(),
  username: uniqueName().notNull().unique(),
  email: uniqueName().notNull().unique(),
  passwordhash: text().notNull(),
  firstname: text(),
  lastname: text(),
  isactive: flag(1),
  mustchangepassword: flag(),
  /** Set when another user chose the current password. */
  issued: flag(),
  tokenepoch: integer().notNull().default(1),
  lastlogindate: text(),
  ...stamps(),
});

export type UserRow = typeof users.$inferSelect;

export const roles = sqliteTable('roles', {
  roleid: serial(),
  rolename: uniqueName().notNull().unique(),
  description: text(),
  color: text(),
  isadmin: flag(),
  ...stamps(),
});

export type RoleRow = typeof roles.$inferSelect;

export const rolepermissions = sqliteTable(
  'rolepermissions',
  {
    rolepermissionid: serial(),
    roleid: integer()
      .notNull()
      .references(() => roles.roleid, { onDelete: 'cascade' }),
    permission: text().notNull(),
  },
  (t) => [unique().on(t.roleid, t.permission)],
);

export const userroles = sqliteTable(
  'userroles',
  {
    userroleid: serial(),
    userid: integer()
      .notNull()
      .references(() => users.userid, { onDelete: 'cascade' }),
    roleid: integer()
      .notNull()
      .references(() => roles.roleid),
  },
  (t) => [unique().on(t.userid, t.roleid), index('userroles_roleid').on(t.roleid)],
);

export const apitokens = sqliteTable(
  'apitokens',
  {
    tokenid: serial(),
    kind: text().$type<'personal' | 'service'>().notNull(),
    userid: integer().references(() => users.userid, { onDelete: 'cascade' }),
    name: text().notNull(),
    prefix: text().notNull().unique(),
    secrethash: text().notNull(),
    scopes: text(),
    resourcescopes: text(),
    expiresat: text(),
    isactive: flag(1),
    lastuseddate: text(),
    lastusedip: text(),
    ...stamps(),
    /**
     * The token with which this one was created; null without one. The other token limits this one, and its
     * revocation revokes this one.
     */
    parenttokenid: integer().references((): AnySQLiteColumn => apitokens.tokenid, { onDelete: 'cascade' }),
  },
  (t) => [index('apitokens_userid').on(t.userid), index('apitokens_parenttokenid').on(t.parenttokenid)],
);

export type ApiTokenRow = typeof apitokens.$inferSelect;

export const loginattempts = sqliteTable('loginattempts', {
  name: text().primaryKey().notNull(),
  failures: integer().notNull(),
  since: text().notNull(),
  lockeduntil: text(),
});

export type Attempts = typeof loginattempts.$inferSelect;
