import { declareSettings } from '../../src/kit/settings/declare.ts';
import { MODE } from './modes.ts';

export const URL_KEY = 'hr_database_url';
/** Accepted names of tables and columns. Statements quote them in addition. */
export const NAME = /^[\p{L}_][\p{L}\p{N}_$ -]{0,62}$/u;

const SCHEME = /^(?:postgres|postgresql|mysql|mariadb):\/\//i;

/** Reports whether a text is the URL of a database of a known kind, with a host and a database name. */
export const isAddress = (text: string): boolean => {
  if (!SCHEME.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  return hostname !== '' && /^\/[^/]+$/.test(pathname);
};

const column = (title: string, name: string, optional = false) => ({
  title: `Column: ${title}`,
  description: optional
    ? `Column name in the table. Leave empty if the table has no such column.`
    : `Column name in the table.`,
  default: name,
  problem: (value: string) => (NAME.test(value) ? undefined : 'must be one column name.'),
});

export const employeeSettings = declareSettings('employees', {
  [MODE]: {
    title: 'Employee source',
    description:
      'This appliance: you add employees here or import a CSV file. HR database: names, teams and photos are read from a table of your HR system, and nothing is stored here.',
    type: 'select',
    options: ['selfhosted', 'external'],
    words: { selfhosted: 'This appliance', external: 'HR database' },
    default: 'selfhosted',
  },
  [URL_KEY]: {
    title: 'HR database',
    description:
      'For example postgres://reader:password@hr.plant.example:5432/hr or mysql://reader:password@hr.plant.example/hr. Use a database user that can read only this table. Add ?sslmode=require to encrypt the connection, or ?sslmode=verify-full to verify the certificate too.',
    needs: 'admin',
    default: '',
    secret: true,
    outbound: true,
    problem: (value) =>
      SCHEME.test(value) ? undefined : 'must start with postgres://, postgresql://, mysql:// or mariadb://.',
  },
  hr_table: {
    title: 'Table',
    description: 'Table or view with one row per employee, with its schema if required: hr.people.',
    default: 'employees',
    problem: (value) =>
      value.split('.').length <= 2 && value.split('.').every((name) => NAME.test(name))
        ? undefined
        : 'must be a table name or schema.table.',
  },
  hr_column_sso: column('SSO', 'sso'),
  hr_column_firstname: column('first name', 'first_name'),
  hr_column_lastname: column('last name', 'last_name'),
  hr_column_team: column('team', 'team', true),
  hr_column_role: column('role', 'role', true),
  hr_column_picture: column('photo', 'picture', true),
});
