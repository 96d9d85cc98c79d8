import { version } from '../version.ts';
import type { SupportBundleOptions } from './job.ts';

/** The descriptions of the files. */
const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    'about.json',
    'Version, operating system, processor, memory, disk and data directory; the state of a running appliance.',
  ],
  ['settings.json', 'All settings. For secrets, only whether they are set.'],
  ['plugins.json', 'Plugins of this version and their state.'],
  ['jobs.json', 'Scheduled jobs with their last runs and errors.'],
  ['figures.txt', 'Metrics for monitoring.'],
  [
    'database.json',
    'Size of the database, its migrations, rows of each table, indexes, statistics of the query planner.',
  ],
  ['doctor.txt', 'Output of "millwright doctor".'],
  ['log.txt', 'The newest lines of the log, at most 5 MB.'],
  ['errors.json', 'Warnings, errors and slow requests of that log by count; plugin errors.'],
  ['backups.json', 'Backups and the results of their copies to the backup targets.'],
  ['certificate.json', 'The certificates of the appliance, without their keys.'],
  ['missing.txt', 'Items that could not be read, with the reason.'],
];

const SECRETS = `The bundle never contains secrets: passwords, tokens, keys, secret settings. ******** replaces them.
URLs have no user, and their query is replaced. The user name of a failed sign-in is hidden when it names no account, because
it may be a password.`;
const PERSONAL = 'The bundle contains names and addresses of people and PCs, as requested.';
const IMPERSONAL = `Names and addresses of people and PCs are replaced: person-1, pc-1, address-1. The same number is the same
name in all files. Numbers of records, such as userid, stay.`;

/** Returns the text of README.txt of a support bundle. It describes the files in `names`. */
export const describeBundle = ({ at, isPersonal }: SupportBundleOptions, names: readonly string[]): string =>
  [
    `Support bundle of Millwright ${version}, created at ${at}`,
    '',
    ...FILES.filter(([name]) => names.includes(name)).map(([name, text]) => `${name.padEnd(17)} ${text}`),
    '',
    SECRETS,
    isPersonal ? PERSONAL : IMPERSONAL,
    'Check it before you send it to anyone.',
    '',
  ].join('\n');
