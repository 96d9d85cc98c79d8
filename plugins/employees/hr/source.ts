import type { Settings } from '../../../src/kit/settings/settings.ts';
import { PERSON_KEYS, type PersonKey } from '../person.ts';
import { isAddress, NAME, URL_KEY } from '../settings.ts';
import { HrError } from './hr-error.ts';

export type Dialect = 'postgres' | 'mysql';
/** How the connection to the server is encrypted and verified. */
export type Encryption = 'never' | 'ifoffered' | 'always' | 'verified';

/** The HR database according to the settings. */
export interface HrSource {
  dialect: Dialect;
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  encryption: Encryption;
  /** The parts of the name of the table: the table, preceded by its schema if there is one. */
  table: readonly string[];
  /** The name of the column for each key. A key without a column is missing. */
  columns: Readonly<Partial<Record<PersonKey, string>>>;
  /**
   * A text that changes with the address, the table or a column in the settings. It contains the password, so
   * it must not be shown or logged.
   */
  fingerprint: string;
}

const REQUIRED_KEYS: readonly PersonKey[] = ['sso', 'firstname', 'lastname'];
const MODES: Readonly<Record<string, Encryption>> = {
  disable: 'never',
  disabled: 'never',
  prefer: 'ifoffered',
  preferred: 'ifoffered',
  require: 'always',
  required: 'always',
  'verify-ca': 'verified',
  verify_ca: 'verified',
  'verify-full': 'verified',
  verify_identity: 'verified',
};

/** Reads the settings of the HR database. Throws an HrError that names a missing or invalid setting. */
export function readHrSource(settings: Settings): HrSource {
  const address = settings.text(URL_KEY);
  if (address === '')
    throw new HrError('settings', 'No HR database is set. Enter its address in the settings.');
  if (!isAddress(address))
    throw new HrError(
      'settings',
      'The address of the HR database must start with postgres:// or mysql:// and contain a server and a database. Correct it in the settings.',
    );
  const url = new URL(address);
  const dialect = /^postgres/i.test(url.protocol) ? 'postgres' : 'mysql';
  const table = settings.text('hr_table').split('.');
  if (!table.every((name) => NAME.test(name)))
    throw new HrError('settings', 'No table is set. Enter its name in the settings.');
  const columns: Partial<Record<PersonKey, string>> = {};
  for (const key of PERSON_KEYS) {
    const name = settings.text(`hr_column_${key}`);
    if (NAME.test(name)) columns[key] = name;
  }
  const missing = REQUIRED_KEYS.find((key) => !columns[key]);
  if (missing)
    throw new HrError('settings', `No column is set for ${missing}. Enter its name in the settings.`);
  return {
    dialect,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (dialect === 'postgres' ? 5432 : 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    encryption: encryptionOf(url),
    table,
    columns,
    fingerprint: JSON.stringify([address, table, columns]),
  };
}

function encryptionOf({ searchParams }: URL): Encryption {
  const requestedMode = searchParams.get('sslmode') ?? searchParams.get('ssl-mode');
  if (requestedMode === null) return 'ifoffered';
  const mode = MODES[requestedMode.toLowerCase()];
  if (mode) return mode;
  throw new HrError('settings', 'Use sslmode=disable, prefer, require or verify-full in the address.');
}
