import type { SearchSource } from '../../src/kit/search/sources.ts';
import { settings } from '../../src/kit/tables.ts';
import { MODE } from './modes.ts';
import { allEmployeeIds, byId, storedMode } from './queries.ts';

const [NAME, FIRST, LAST, SSO, TEAM, ROLE] = [
  { field: 'fullname', title: 'Name', isPersonal: true },
  { field: 'firstname', title: 'First name', isPersonal: true },
  { field: 'lastname', title: 'Last name', isPersonal: true },
  { field: 'sso', title: 'SSO', isPersonal: true },
  { field: 'team', title: 'Team' },
  { field: 'role', title: 'Role' },
] as const;

/**
 * Makes people searchable for users with the view permission. Stored people are not found while an HR
 * database is used.
 */
export const employeeSearch: SearchSource = {
  kind: 'employee',
  access: { can: 'employees.view' },
  tables: { employees: '' },
  version: 'both orders, single names',
  keys: () => [NAME, FIRST, LAST, SSO, TEAM, ROLE],
  url: (id) => `/employees/record/${id}`,
  document(reader, id) {
    const row = byId.get(reader, { employeeid: id });
    if (!row || storedMode.get(reader)?.value === 'external') return undefined;
    const { sso, firstname, lastname, fullname, team, role } = row;
    const names = [fullname, `${lastname} ${firstname}`, `${lastname}, ${firstname}`];
    return {
      title: fullname,
      subtitle: [role, team, sso].filter(Boolean).join(' · '),
      fields: [
        ...names.map((text) => ({ ...NAME, text })),
        { ...FIRST, text: firstname },
        { ...LAST, text: lastname },
        { ...SSO, text: sso, isKey: true },
        { ...TEAM, text: team },
        { ...ROLE, text: role },
      ],
      isactive: true,
    };
  },
  // A change of the mode adds all people to the search index or removes them.
  touches: (tx, { table, id }) =>
    table === 'settings' && tx.row(settings, id)?.key === MODE
      ? allEmployeeIds.all(tx).map(({ employeeid }) => employeeid)
      : [],
};
