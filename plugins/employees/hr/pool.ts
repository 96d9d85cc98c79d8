import type { Worker } from 'node:worker_threads';
import { runtime } from '#runtime';
import { RefusedAddressError, resolveAllowedAddresses } from '../../../src/kit/outbound.ts';
import { HrError, toHrError } from './hr-error.ts';
import type { HrSource } from './source.ts';
import type { HrStatement } from './statement.ts';
import type { Connections, HrRow, HrWorkerRequest, HrWorkerResponse } from './worker-messages.ts';

const WORKER = 'plugins/employees/hr/hr.worker.ts';
const WORKER_MB = 128;
/** Milliseconds that the thread has to close its connections. */
const LAST_MS = 500;

interface PendingQuery {
  resolve(rows: readonly HrRow[]): void;
  reject(cause: HrError): void;
}

/**
 * Runs the drivers in a worker thread. Malformed data of a server can end that thread, but not the appliance.
 * A plant with a self-hosted directory never starts it.
 */
class Pool implements Connections {
  private readonly waiting = new Map<number, PendingQuery>();
  private readonly worker: Worker;
  private lastId = 0;
  private isEnded = false;

  constructor(source: HrSource, address: string) {
    this.worker = runtime.startWorker(WORKER, WORKER_MB);
    this.worker.on('message', (answer: HrWorkerResponse) => this.onAnswer(answer));
    this.worker.on('error', (cause) => this.onBroken(cause));
    this.worker.on('exit', () => this.onBroken(undefined));
    this.post({ source, address });
  }

  rows(statement: HrStatement): Promise<readonly HrRow[]> {
    if (this.isEnded) return Promise.reject(toHrError(undefined));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({ id, statement });
    });
  }

  end(): void {
    if (this.isEnded) return;
    this.post({ end: true });
    this.onBroken(undefined);
    setTimeout(() => void this.worker.terminate(), LAST_MS).unref();
  }

  private post(ask: HrWorkerRequest): void {
    this.worker.postMessage(ask);
  }

  private onAnswer(answer: HrWorkerResponse): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('rows' in answer) waiting?.resolve(answer.rows);
    else waiting?.reject(new HrError(answer.failed.kind, answer.failed.message));
  }

  private onBroken(cause: unknown): void {
    this.isEnded = true;
    for (const { reject } of this.waiting.values()) reject(toHrError(cause));
    this.waiting.clear();
  }
}

/**
 * Opens connections to the address that was checked, and to no other. Throws an HrError for an unknown or
 * disallowed address.
 */
export async function openPool(source: HrSource, allowLoopback: boolean): Promise<Connections> {
  try {
    const [address] = await resolveAllowedAddresses(source.host, allowLoopback);
    return new Pool(source, address!);
  } catch (cause) {
    if (!(cause instanceof RefusedAddressError)) throw cause;
    const message =
      'The address of the HR database was not found, or it points to this appliance or to a reserved range.';
    throw new HrError('server', message);
  }
}
