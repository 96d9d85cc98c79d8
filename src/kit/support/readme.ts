import { version } from '../version.ts';
import type { SupportBundleOptions } from './job.ts';

/** The descriptions of the files. */
const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    'about.json',
    'Version, operating system, processor, memory, disk and data directory; the state of a running appliance.',
  ],
  ['settings.json', 'Every setting. Of secrets only whether they are set.'],
  ['plugins.json', 'Plugins of this version, and which of them are enabled.'],
  ['jobs.json', 'Scheduled jobs with their last runs and errors.'],
  ['figures.txt', 'Metrics, as the monitoring reads them.'],
  [
    'database.json',
    'Size of the database, its migrations, rows of each table, indexes, statistics of the query planner.',
  ],
  ['doctor.txt', 'What "millwright doctor" prints.'],
  ['log.txt', 'The newest lines of the log, at most 5 MB.'],
  ['errors.json', 'Warnings, errors and slow requests of that log by their number; errors of plugins.'],
  ['backups.json', 'Backups, and how copying them to the targets went.'],
  ['certificate.json', 'The certificates of the server, without their keys.'],
  ['missing.txt', 'What could not be read, and why.'],
];

const SECRETS = `Secrets are never in it: passwords, tokens, keys, secret settings. Where one occurred there is ********.
URLs have neither a user nor a query. The user name of a failed sign-in is hidden when it names no account, because it may
be a password.`;
const PERSONAL = 'Names and addresses of people and PCs are in it, because this was requested.';
const IMPERSONAL = `Names and addresses of people and PCs are replaced: person-1, pc-1, address-1. The same number is the same
name in all files. Numbers of records, such as userid, stay.`;

/** Returns the text of README.txt. */
export const describeBundle = ({ at, isPersonal }: SupportBundleOptions, names: readonly string[]): string =>
  [
    `Support bundle of Millwright ${version}, made at ${at}`,
    '',
    ...FILES.filter(([name]) => names.includes(name)).map(([name, text]) => `${name.padEnd(17)} ${text}`),
    '',
    SECRETS,
    isPersonal ? PERSONAL : IMPERSONAL,
    'Look through it before you send it to anybody.',
    '',
  ].join('\n');
