import { declareSettings } from '../../src/kit/settings/declare.ts';
import { MODE } from './modes.ts';

export const URL_KEY = 'hr_database_url';
/** Accepted names of tables and columns. Statements quote them in addition. */
export const NAME = /^[\p{L}_][\p{L}\p{N}_$ -]{0,62}$/u;

const SCHEME = /^(?:postgres|postgresql|mysql|mariadb):\/\//i;

export const isAddress = (text: string): boolean => {
  if (!SCHEME.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  return hostname !== '' && /^\/[^/]+$/.test(pathname);
};

const column = (title: string, name: string, optional = false) => ({
  title: `Column: ${title}`,
  description: optional
    ? `Which column of the table has it. Empty: the table has none.`
    : `Which column of the table has it.`,
  default: name,
  problem: (value: string) => (NAME.test(value) ? undefined : 'is one name of a column.'),
});

export const employeeSettings = declareSettings('employees', {
  [MODE]: {
    title: 'Where the people come from',
    description:
      'Kept here: people are added by hand or from a spreadsheet. HR database: names, teams and photos are read from a table of your HR system, and nothing is kept here.',
    type: 'select',
    options: ['selfhosted', 'external'],
    words: { selfhosted: 'Kept here', external: 'An HR database' },
    default: 'selfhosted',
  },
  [URL_KEY]: {
    title: 'HR database',
    description:
      'Such as postgres://reader:password@hr.plant.example:5432/hr or mysql://reader:password@hr.plant.example/hr. Give a user who may read that table and nothing else. With ?sslmode=require the way is encrypted, with ?sslmode=verify-full the certificate is checked, too.',
    needs: 'admin',
    default: '',
    secret: true,
    outbound: true,
    problem: (value) =>
      SCHEME.test(value) ? undefined : 'starts with postgres://, postgresql://, mysql:// or mariadb://.',
  },
  hr_table: {
    title: 'Table',
    description:
      'The table or view with one row for each person, with its schema where it needs one: hr.people.',
    default: 'employees',
    problem: (value) =>
      value.split('.').length <= 2 && value.split('.').every((name) => NAME.test(name))
        ? undefined
        : 'is the name of a table, or schema.table.',
  },
  hr_column_sso: column('SSO', 'sso'),
  hr_column_firstname: column('first name', 'first_name'),
  hr_column_lastname: column('last name', 'last_name'),
  hr_column_team: column('team', 'team', true),
  hr_column_role: column('role', 'role', true),
  hr_column_picture: column('picture', 'picture', true),
});
