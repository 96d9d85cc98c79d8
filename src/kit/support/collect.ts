import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import { DATABASE } from '../backup/manifest.ts';
import { openDatabaseFile, refuseDamagedFile } from '../data/open.ts';
import { readDisabledPlugins } from '../disabled-plugins.ts';
import { checkDataDirectory } from '../doctor/doctor.ts';
import { isSwapInterrupted } from '../restore/plan.ts';
import { describeCertificate, hasCertificate, loadCertificate } from '../tls/certificate.ts';
import { describeMachine } from './about-file.ts';
import { describeBackups } from './backups-file.ts';
import { describeDatabase } from './database-file.ts';
import type { LiveState, SupportBundleOptions } from './job.ts';
import { listAccounts, listNames, NameFieldMatcher } from './known-names.ts';
import { listKeySecrets, listParts, listStoredSecrets } from './known-secrets.ts';
import { readLogLines, redactLine } from './log-lines.ts';
import { summarizeLog } from './log-summary.ts';
import { NameMask } from './name-mask.ts';
import { Redactor } from './redactor.ts';
import { SecretMask } from './secret-mask.ts';
import { listServerNames } from './server-names.ts';
import { describeSettings, type StoredSetting } from './settings-file.ts';
import type { SupportFiles } from './support-files.ts';

const NOT_RUNNING =
  'Available only from a running appliance. Download the bundle from the page "This appliance".';

/** Adds all files of a bundle except README.txt and missing.txt. */
export function collectFiles(files: SupportFiles, options: SupportBundleOptions): void {
  const sqlite = files.attempt('database', () => openDatabase(options));
  try {
    const redactor = createRedactor(files, sqlite, options);
    addState(files, redactor, options);
    if (sqlite) addDatabase(files, sqlite, redactor, options);
    addLog(files, redactor, options);
    addDoctor(files, redactor, options);
    files.redactReasons(redactor);
  } finally {
    sqlite?.close();
  }
}

function openDatabase({ data, live }: SupportBundleOptions): Sqlite {
  const path = join(data, DATABASE);
  if (isSwapInterrupted(data))
    throw new Error('A restore was interrupted. Start the appliance to finish it.');
  if (!existsSync(path)) throw new Error(`No database in ${data}.`);
  // A file that is not a database is not opened, because SQLite would write to it.
  if (!live) refuseDamagedFile(path);
  return openDatabaseFile(path);
}

function createRedactor(
  files: SupportFiles,
  sqlite: Sqlite | undefined,
  { data, declared, isPersonal, secrets }: SupportBundleOptions,
): Redactor {
  const readDatabase = <T>(what: string, work: (sqlite: Sqlite) => T): T | undefined =>
    sqlite && files.attempt(`${what}, so free texts are omitted`, () => work(sqlite));
  const keys = files.attempt('keys, so free texts are omitted', () => listKeySecrets(data));
  const stored = readDatabase('secrets', (from) => listStoredSecrets(from, data, declared));
  const fields = new NameFieldMatcher(declared.personalFields);
  const accounts = sqlite && files.attempt('names of accounts', () => listAccounts(sqlite));
  const names = isPersonal ? [] : readDatabase('names', (from) => listNames(from, fields));
  return new Redactor({
    secrets: new SecretMask([...secrets.flatMap(listParts), ...(keys ?? []), ...(stored ?? [])]),
    names: isPersonal ? undefined : new NameMask([...(names ?? []), ...listServerNames(data)], fields),
    accounts: accounts ?? [],
    isComplete: keys !== undefined && stored !== undefined && names !== undefined,
  });
}

function addState(files: SupportFiles, redactor: Redactor, options: SupportBundleOptions): void {
  const { data, live, declared, at } = options;
  const add = (name: string, make: () => unknown) => files.addJson(name, () => redactor.value(make()));
  add('about.json', () => ({ madedate: at, ...describeMachine(data), appliance: live?.appliance ?? null }));
  add('plugins.json', () => {
    const disabled = readDisabledPlugins(data);
    return declared.plugins.map((plugin) => ({
      ...plugin,
      isenabled: !disabled.includes(plugin.id),
      isrunning: live ? live.running.includes(plugin.id) : null,
    }));
  });
  add('backups.json', () => describeBackups(data));
  add('certificate.json', () =>
    [join(data, 'certs'), join(data, 'certs', 'next')]
      .filter(hasCertificate)
      .map((folder) => describeCertificate(loadCertificate(folder).cert, new Date(at))),
  );
  files.add('figures.txt', () => redactFigures(live, redactor));
}

/** Redacts the values of labels, because they may be names. The numbers are not personal. */
function redactFigures(live: LiveState | undefined, redactor: Redactor): string {
  if (!live) throw new Error(NOT_RUNNING);
  return live.figures.replace(
    /="((?:\\.|[^"\\]){0,2000})"/g,
    (_all, label: string) => `="${redactor.trustedText(label)}"`,
  );
}

function addDatabase(
  files: SupportFiles,
  sqlite: Sqlite,
  redactor: Redactor,
  { data, declared, chains, isPersonal, live }: SupportBundleOptions,
): void {
  files.addJson('database.json', () => describeDatabase(sqlite, join(data, DATABASE), chains));
  files.addJson('settings.json', () => {
    const stored = sqlite.ask('SELECT * FROM settings') as StoredSetting[];
    return describeSettings({ declared: declared.settings, stored, redactor, isPersonal });
  });
  files.addJson('jobs.json', () => redactor.value(live?.jobs ?? sqlite.ask('SELECT * FROM jobs')));
}

function addLog(files: SupportFiles, redactor: Redactor, { data, live }: SupportBundleOptions): void {
  const lines = files.attempt('log.txt', () => readLogLines(data));
  if (!lines) return;
  const entries = lines.map((line) => redactLine(line, redactor));
  files.addText('log.txt', entries.map(({ line }) => `${line}\n`).join(''));
  const faults = live ? redactor.value(live.faults) : null;
  files.addJson('errors.json', () => ({ ...summarizeLog(entries), pluginerrors: faults }));
}

function addDoctor(files: SupportFiles, redactor: Redactor, options: SupportBundleOptions): void {
  const { data, tls, chains, live, isExamined } = options;
  const make = () => {
    if (!isExamined) throw new Error('It took too long. Run "millwright doctor" on the appliance.');
    const lines: string[] = [];
    checkDataDirectory({ data, tls, isOpenHere: live !== undefined }, chains, {
      out: (line) => lines.push(line),
    });
    return `${redactor.trustedText(lines.join('\n'))}\n`;
  };
  files.add('doctor.txt', make);
}
