import type { FieldDescriptor, RegisterDescriptor } from '../../../src/kit/resource/descriptor.ts';
import { useMe } from '../../../src/web/api/queries.ts';

const field = (name: string, title: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  name,
  title,
  kind: 'text',
  required: false,
  readonly: false,
  createonly: false,
  list: 'shown',
  section: 'Employee',
  sortable: true,
  max: 255,
  ...more,
});

/** The descriptor of the directory for the generic lists and forms. Its records are identified by SSO. */
const EMPLOYEES: RegisterDescriptor = {
  name: 'employees',
  path: '/employees/directory',
  title: 'Employees',
  titleone: 'Employee',
  description: 'The employees of the plant. Add them here, or import a CSV file of your HR system.',
  icon: 'users',
  idfield: 'sso',
  labelfield: 'fullname',
  softdelete: false,
  hasinactive: false,
  typedconfirmation: false,
  makessecret: false,
  isasset: false,
  csv: true,
  searchable: true,
  unpaged: false,
  can: { create: false, edit: false, delete: false },
  defaultsort: 'lastname',
  sorts: ['fullname', 'sso', 'team', 'role', 'lastname', 'modifieddate'],
  newestfirst: false,
  pictured: false,
  verbs: [],
  ledgers: [],
  filters: [
    { name: 'team', title: 'Team', kind: 'text', whole: true },
    { name: 'role', title: 'Role', kind: 'text', whole: true },
  ],
  fields: [
    field('fullname', 'Name', { readonly: true }),
    field('photourl', 'Photo', { readonly: true, drawn: 'employee.photo', sortable: false }),
    field('sso', 'Employee number', {
      required: true,
      createonly: true,
      max: 20,
      help: 'Employee number on the badge, digits only.',
    }),
    field('firstname', 'First name', { required: true, list: 'hidden' }),
    field('lastname', 'Last name', { required: true, list: 'hidden' }),
    field('team', 'Team'),
    field('role', 'Role'),
  ],
};

/** Returns the descriptor of the directory with the permissions of the signed-in user. */
export function useEmployees(): RegisterDescriptor {
  const isadmin = useMe()?.isadmin === true;
  return isadmin ? { ...EMPLOYEES, can: { create: true, edit: true, delete: true } } : EMPLOYEES;
}
