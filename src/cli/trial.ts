import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';
import type { Output } from '../kit/cli.ts';
import type { Config } from '../kit/config.ts';
import { openDatabaseFile } from '../kit/data/open.ts';
import { readerOf, verifyAuditLogAndHead } from '../kit/doctor/verify-audit-log-and-head.ts';
import type { UiFiles } from '../kit/http/static-ui.ts';
import { openLog } from '../kit/log.ts';
import type { Plugin } from '../kit/plugin.ts';
import { copyData } from '../kit/program/data-copy.ts';
import { trialDataOf } from '../kit/program/upgrade-state.ts';
import { ensureCertificate } from '../kit/tls/certificate.ts';
import { withDiskErrorMessages } from './disk-errors.ts';
import { holdPorts } from './hold-ports.ts';
import { describeMissingDatabase } from './missing-database.ts';
import { readOwner, takeOwnership } from './ownership.ts';
import { LISTENER_LIMITS, openApp, type RunOptions } from './run.ts';
import { isPipe, onEndOf, STANDARD_INPUT } from './standard-input.ts';

/** The paths that a new version must serve in the trial: the UI, the health, and the state of the setup. */
const TRIAL_REQUESTS = ['/', '/api/dashboard/health', '/api/setup/needs-admin'];
const LOOPBACK = '127.0.0.1';

/**
 * Starts this version over a copy of the data and reports whether it may serve the original. It migrates,
 * verifies the audit log, listens on the same ports with 503 for all callers, and responds to its own
 * requests. No job runs and nothing is sent. Prints a line for each step. Returns 0 when all of them
 * succeeded; otherwise throws an Error with the reason. Deletes the copy.
 */
export const tryVersion = (
  config: Config,
  plugins: readonly Plugin[],
  ui: UiFiles,
  output: Output,
): Promise<number> => withDiskErrorMessages(config, () => tryOnCopy({ config, plugins, ui }, output));

type Program = Pick<RunOptions, 'config' | 'plugins' | 'ui'>;

async function tryOnCopy(program: Program, output: Output): Promise<number> {
  const { data } = program.config;
  if (!existsSync(join(data, 'millwright.db'))) throw new Error(describeMissingDatabase(data));
  // The trial ends with the process that runs the upgrade.
  if (program.config.hasParent && isPipe(STANDARD_INPUT)) onEndOf(STANDARD_INPUT, () => process.exit(1));
  const release = ownWithParent(data);
  const copy = trialDataOf(data);
  try {
    copyData(data, copy);
    await runTrial({ ...program, config: { ...program.config, data: copy } }, output);
  } finally {
    rmSync(copy, { recursive: true, force: true });
    release();
  }
  output.out('The trial run succeeded.');
  return 0;
}

/** Takes ownership of the data, unless the parent process has it, because that process runs an upgrade. */
function ownWithParent(data: string): () => void {
  try {
    return takeOwnership(data);
  } catch (cause) {
    if (readOwner(data) === process.ppid) return () => undefined;
    throw cause;
  }
}

async function runTrial({ config, plugins, ui }: Program, { out, err }: Output): Promise<void> {
  const release = takeOwnership(config.data);
  const log = openLog(join(config.data, 'logs'), err);
  try {
    const tls = config.tls ? await ensureCertificate(join(config.data, 'certs'), { log }) : undefined;
    const stopHolding = await holdPorts(config, tls);
    try {
      out('The ports are available.');
      await askItself({ config, plugins, ui, log, out });
    } finally {
      await stopHolding();
    }
  } finally {
    log.flush();
    release();
  }
}

async function askItself(ground: RunOptions): Promise<void> {
  const { config, out } = ground;
  const { app, tls } = await openApp(ground, {
    onStep: (step) => out(`Migration: ${step}.`),
    onMigrated: () => prepareCopy(config.data, out),
  });
  const listener = await app.listen({ host: LOOPBACK, port: 0, tls, ...LISTENER_LIMITS });
  try {
    for (const path of TRIAL_REQUESTS) {
      await expectSuccess(`${listener.url}${config.basePath}${path}`);
      out(`Request succeeded: ${path}.`);
    }
  } finally {
    app.beforeStop();
    await listener.stop(0);
    app.close();
  }
}

async function expectSuccess(url: string): Promise<void> {
  const { status } = await fetch(url, runtime.trustAnyCertificate());
  if (status !== 200) throw new Error(`It returned ${status} to its own request ${new URL(url).pathname}.`);
}

/** Verifies the stored audit log. Then pauses deliveries, so that the copy sends nothing whatever starts. */
function prepareCopy(data: string, out: (line: string) => void): void {
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  try {
    const fault = verifyAuditLogAndHead(readerOf(sqlite), data, (rows) =>
      out(`Audit log: ${rows} rows verified.`),
    );
    if (fault) throw new Error(fault);
    sqlite.ask('UPDATE appliance SET heldsince = ?', new Date().toISOString());
  } finally {
    sqlite.close();
  }
}
