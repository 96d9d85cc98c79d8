import type { RowTitles } from '../../kit/contributions.ts';

/** The titles of accounts and their rights in the audit log. */
export const IDENTITY_ROW_TITLES: Readonly<Record<string, RowTitles>> = {
  users: {
    one: 'User',
    fields: {
      username: { title: 'User name' },
      email: { title: 'Email' },
      firstname: { title: 'First name' },
      lastname: { title: 'Last name' },
      isactive: { title: 'Active', kind: 'boolean' },
      mustchangepassword: { title: 'Must change the password', kind: 'boolean' },
    },
  },
  roles: {
    one: 'Role',
    fields: {
      rolename: { title: 'Role' },
      description: { title: 'Description' },
      color: { title: 'Color' },
      isadmin: { title: 'Admin', kind: 'boolean' },
    },
  },
  rolepermissions: { one: 'Permission of a role', fields: { permission: { title: 'Permission' } } },
  userroles: { one: 'Role of a user', fields: {} },
  apitokens: {
    one: 'API token',
    fields: {
      name: { title: 'Name' },
      scopes: { title: 'Scopes' },
      expiresat: { title: 'Expires', kind: 'instant' },
      isactive: { title: 'Active', kind: 'boolean' },
    },
  },
};
