import { sql } from '../../src/kit/data/sql-text.ts';
import { invalid } from '../../src/kit/errors.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { text } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import { fullPersonName, type PersonFacts, photoUrl } from './person.ts';
import { employees as table } from './tables.ts';

export const MAX_EMPLOYEES = 50_000;
/** Matches an SSO: 1 to 20 digits. */
export const SSO = /^[0-9]{1,20}$/;

/** Declares a copy of a field under the key of HR databases. */
const aliasField = (title: string, from: ReturnType<typeof sql>, personal: boolean) =>
  computed.text({ title, from, personal, list: 'never' });

/**
 * The register of the self-hosted directory. Its routes use the SSO and the spellings of HR databases, so the
 * plugin defines them itself. Names, SSO and picture are personal data; team and role are not.
 */
export const employees = defineRegister(table, {
  path: '/employees/directory',
  label: 'fullname',
  one: 'Employee',
  many: 'Employees',
  icon: 'users',
  about: 'Employees of the plant.',
  audit: 'employees.employee',
  remove: 'hard',
  can: { read: 'optional', create: 'admin', edit: 'admin', delete: 'admin' },
  sort: 'lastname',
  unlisted: true,
  unpaged: true,
  bound: { most: MAX_EMPLOYEES },
  handmade: ['list', 'get', 'create', 'edit', 'delete'],
  searchKind: 'employee',
  filters: {
    employeeid: filter.integer({
      title: 'Entry',
      offered: false,
      when: (employeeid) => sql`${table.employeeid} = ${employeeid}`,
    }),
  },
  columns: {
    sso: text({ title: 'SSO', writable: 'once', personal: true, sort: true, filter: ['sso'] }),
    firstname: text({ title: 'First name', personal: true, sort: true }),
    lastname: text({ title: 'Last name', personal: true, sort: true }),
    fullname: text({ title: 'Name', writable: 'never', personal: true, sort: true }),
    team: text({ title: 'Team', sort: true, filter: ['team'] }),
    role: text({ title: 'Role', sort: true, filter: ['role'] }),
    picture: text({ title: 'Picture', personal: true }),
  },
  computed: {
    SSO: aliasField('SSO', sql`${table.sso}`, true),
    First_Name: aliasField('First name', sql`${table.firstname}`, true),
    Last_Name: aliasField('Last name', sql`${table.lastname}`, true),
    Team: aliasField('Team', sql`${table.team}`, false),
    Role: aliasField('Role', sql`${table.role}`, false),
    Picture: aliasField('Picture', sql`${table.picture}`, true),
    photourl: computed.text({
      title: 'Photo',
      personal: true,
      list: 'never',
      compute: ({ picture }) => photoUrl(picture),
    }),
  },
  check: (_tx, input, before) => {
    if (!before && !SSO.test(String(input.sso))) throw invalid('sso', 'Enter an SSO of up to 20 digits.');
    input.fullname = fullPersonName({ ...before, ...input } as unknown as PersonFacts);
  },
});
