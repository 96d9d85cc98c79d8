import { randomBytes } from 'node:crypto';
import type { WriteContext } from '../../kit/data/tx.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { createToken, revokeToken } from '../identity/index.ts';
import { listKeptRecords } from './kept-names.ts';
import type { RowKey } from './kept-rows.ts';
import {
  addLoad,
  deleteChanges,
  deleteLoads,
  deleteRecords,
  deleteUses,
  finishLoad,
  firstOwnAsset,
  lastLoad,
  recordCount,
  recordCountOf,
  reopenLoad,
} from './queries.ts';
import { DemoRecorder } from './recorder.ts';
import { refuseOwnAssets } from './refuse-own-assets.ts';
import { Removal } from './removal.ts';
import type { DemoStateRecord } from './schemas.ts';
import { DemoSource } from './source.ts';

/** The time until the token of a load expires, if the appliance ends before the load. */
const TOKEN_MS = 3_600_000;
/** The time after its last write until the load of a script that was killed counts as ended. */
const SCRIPT_IDLE_MS = 120_000;
const NO_PROGRESS = { stage: null, done: 0, total: 0 };

/** Loads the demo data into this appliance and removes them, one at a time and in the background. */
export class DemoData {
  private running: 'loading' | 'removing' | undefined;
  private progress: Pick<DemoStateRecord, 'stage' | 'done' | 'total'> = NO_PROGRESS;
  private error: string | null = null;
  private removal: DemoStateRecord['removal'] = null;
  private isStopping = false;
  private readonly recorder: DemoRecorder;

  constructor(private readonly host: Host) {
    this.recorder = host.getInstance(DemoRecorder);
  }

  /** Returns the state, as the route serves it. */
  read(): DemoStateRecord {
    return this.host.db.read((reader) => {
      const load = lastLoad.get(reader);
      const rest = !load ? 'none' : load.finisheddate === null ? 'incomplete' : 'loaded';
      return {
        state: this.current ?? rest,
        ...this.progress,
        records: recordCount.get(reader)!.n,
        assets: recordCountOf.get(reader, { tablename: 'assets' })!.n,
        canload: firstOwnAsset.get(reader) === undefined,
        startedby: load?.startedby ?? null,
        startedat: load?.createddate ?? null,
        error: this.error,
        removal: this.removal,
      };
    });
  }

  /**
   * Starts the load. Throws 409 while a load or a removal runs, when the demo data are loaded, and when the
   * plant has assets of its own.
   */
  async load(context: WriteContext): Promise<void> {
    const { host } = this;
    const plant = await host.getInstance(DemoSource).read();
    this.refuseRunning();
    if (this.read().state === 'loaded') throw alreadyLoadedError();
    const run = this.beginLoad(context);
    void this.runInBackground('loading', run, async () => {
      const { tokenid, secret: token } = createToken(host, run, {
        name: 'Demo data',
        expiresat: new Date(host.clock.now().getTime() + TOKEN_MS).toISOString(),
      });
      try {
        await plant.load({
          token,
          requestid: run.requestid!,
          check: () => this.refuseStopping(),
          onProgress: ({ stage, done, total }) => {
            this.progress = { stage, done, total };
          },
        });
      } finally {
        if (!this.isStopping) revokeToken(host, run, tokenid, {});
      }
      this.finishLoad(run);
    });
  }

  /**
   * Starts to record what a script loads through the API. Returns the request ID by which its requests are
   * recognized. Adds to demo data that are loaded already, and replaces a script that did not end. Throws 409
   * like `load`.
   */
  beginScript(context: WriteContext): string {
    if (this.running) this.refuseRunning();
    return this.beginLoad(context).requestid!;
  }

  /** Ends the recording of a script. Throws 404 when it is not running, for example after a restart. */
  endScript(context: WriteContext, requestid: string): void {
    const { recorder } = this;
    if (this.running || recorder.loadid !== requestid)
      throw new AppError('NOT_FOUND', 'This load of demo data is not running. Start it again.');
    recorder.loadid = undefined;
    this.finishLoad(ownContext(context, requestid));
  }

  /** Starts the removal. Throws 409 while a load or a removal runs, and 404 without demo data. */
  remove(context: WriteContext): void {
    const { host, recorder } = this;
    this.refuseRunning();
    if (!recorder.hasDemo) throw new AppError('NOT_FOUND', 'There are no demo data to remove.');
    recorder.loadid = undefined;
    recorder.removalid = createRunId();
    const run = ownContext(context, recorder.removalid);
    const { audit } = host.db.transact(run, 'demo.removal.started', (tx) => {
      reopenLoad.run(tx);
      const { n: records } = recordCount.get(tx)!;
      tx.audit({ entitytype: 'demo', entityid: null, undoable: false, details: { records } });
    });
    const records = this.read().records;
    void this.runInBackground('removing', run, async () => {
      const removal = new Removal(host.db, {
        context: run,
        audit: audit!,
        countUses: () => recorder.useCount,
        check: () => this.refuseStopping(),
        onProgress: (done, total) => {
          this.progress = { stage: 'Demo data', done, total };
        },
      });
      this.finishRemoval(run, records, await removal.run());
    });
  }

  /** Stops the running work before its next step. */
  stop(): void {
    this.isStopping = true;
  }

  /** The running work; undefined while nothing runs. */
  private get current(): 'loading' | 'removing' | undefined {
    const { loadid, lastwrite } = this.recorder;
    const isScript = loadid !== undefined && this.host.clock.now().getTime() - lastwrite < SCRIPT_IDLE_MS;
    return this.running ?? (isScript ? 'loading' : undefined);
  }

  /** Starts to record a load. Throws 409 when the plant has assets of its own. */
  private beginLoad(context: WriteContext): WriteContext {
    const { host } = this;
    host.db.read(refuseOwnAssets);
    host.db.transact(context, 'demo.load.started', (tx) => {
      if (lastLoad.get(tx)) reopenLoad.run(tx);
      else addLoad.run(tx, { startedby: context.actor.name, at: tx.at });
      tx.audit({ entitytype: 'demo', entityid: null, undoable: false });
    });
    const run = ownContext(context, createRunId());
    this.recorder.beginLoad(run.requestid!);
    return run;
  }

  private finishLoad(run: WriteContext): void {
    this.host.db.transact(run, 'demo.load.finished', (tx) => {
      finishLoad.run(tx, { at: tx.at });
      const { n: records } = recordCount.get(tx)!;
      tx.audit({ entitytype: 'demo', entityid: null, undoable: false, details: { records } });
    });
  }

  private finishRemoval(run: WriteContext, records: number, kept: readonly RowKey[]): void {
    const { host, recorder } = this;
    const names = host.db.read((reader) => listKeptRecords(host, reader, kept));
    this.removal = { removed: records - kept.length, ...names };
    host.db.transact(run, 'demo.removal.finished', (tx) => {
      for (const command of [deleteRecords, deleteChanges, deleteUses, deleteLoads]) command.run(tx);
      tx.audit({ entitytype: 'demo', entityid: null, undoable: false, details: { ...this.removal } });
    });
    recorder.hasDemo = false;
  }

  private async runInBackground(
    state: 'loading' | 'removing',
    run: WriteContext,
    work: () => Promise<void>,
  ): Promise<void> {
    this.running = state;
    this.error = null;
    this.removal = null;
    try {
      await work();
    } catch (cause) {
      if (!this.isStopping) this.recordFailure(state, run, cause);
    } finally {
      this.running = undefined;
      this.progress = NO_PROGRESS;
      this.recorder.loadid = undefined;
      this.recorder.removalid = undefined;
    }
  }

  private recordFailure(state: 'loading' | 'removing', run: WriteContext, cause: unknown): void {
    this.error = errorMessageOf(cause);
    this.host.log.error('demo data failed', { state, cause });
    const action = state === 'loading' ? 'demo.load.failed' : 'demo.removal.failed';
    try {
      this.host.db.transact(run, action, (tx) => {
        tx.audit({ entitytype: 'demo', entityid: null, undoable: false, details: { error: this.error } });
      });
    } catch (failure) {
      this.host.log.error('audit of failed demo data failed', { cause: failure });
    }
  }

  private refuseRunning(): void {
    if (this.current)
      throw new AppError(
        'CONFLICT',
        this.current === 'loading'
          ? 'The demo data are being loaded. Wait until this finishes.'
          : 'The demo data are being removed. Wait until this finishes.',
      );
  }

  private refuseStopping(): void {
    if (this.isStopping) throw new AppError('BUSY', 'The appliance stops.');
  }
}

const alreadyLoadedError = () =>
  new AppError('CONFLICT', 'The demo data are already loaded. Remove them before you load them again.');

/** Returns a request ID by which the audit log shows what a load or a removal wrote. */
const createRunId = (): string => `demo-${randomBytes(12).toString('hex')}`;

/** Returns the context of work that continues after the request. */
const ownContext = ({ actor, ipaddress }: WriteContext, requestid: string): WriteContext => ({
  actor,
  ipaddress,
  requestid,
});
