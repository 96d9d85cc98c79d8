import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import argon2 from '@node-rs/argon2';
import { ARGON2ID } from './argon2id.ts';
import { fileResponse } from './node-files.ts';
import { listen, NodeTransport } from './node-listen.ts';
import { openSqlite } from './node-sqlite.ts';
import type { Runtime } from './types.ts';

export type * from './types.ts';

/** The alternative runtime for processors and systems that Bun does not support: Node.js 22 or later. */
export const runtime: Runtime<NodeTransport> = {
  name: `node ${process.versions.node}`,
  openSqlite,
  hashPassword: (password, { memory, rounds } = ARGON2ID) =>
    argon2.hash(password, { memoryCost: memory, timeCost: rounds, parallelism: 1 }),
  verifyPassword: (password, hash) => argon2.verify(hash, password),
  fileResponse,
  trustAnyCertificate() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    return {};
  },
  startWorker,
  // Node.js includes the memory of buffers in its accounting, and collects garbage by itself.
  collectGarbage: () => undefined,
  shrinkMemory: () => undefined,
  createTransport: () => new NodeTransport(),
  listen,
};

/** Starts a worker. All files of the bundle are in one folder. */
function startWorker(file: string, mb: number): Worker {
  const url = new URL(`${basename(file, '.ts')}.js`, import.meta.url);
  const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: mb } });
  worker.unref();
  return worker;
}
