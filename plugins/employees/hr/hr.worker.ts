import { parentPort } from 'node:worker_threads';
import { toHrError } from './hr-error.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { Sockets } from './sockets.ts';
import type { HrWorkerRequest, HrWorkerResponse, OpenPool } from './worker-messages.ts';

// The drivers write unknown messages of a server to the console. The log must not contain such text.
for (const way of ['log', 'info', 'warn', 'error'] as const) console[way] = () => undefined;

let pool: ReturnType<OpenPool> | undefined;
const postAnswer = (answer: HrWorkerResponse) => parentPort!.postMessage(answer);

parentPort!.on('message', async (ask: HrWorkerRequest) => {
  if ('source' in ask) {
    const { source, address } = ask;
    const open = source.dialect === 'postgres' ? openPostgres : openMysql;
    pool = open(source, new Sockets(address, source.port));
    return;
  }
  if ('end' in ask) {
    pool?.end();
    process.exit();
  }
  const { id, statement } = ask;
  try {
    postAnswer({ id, rows: await pool!.rows(statement) });
  } catch (cause) {
    const { kind, message } = toHrError(cause);
    postAnswer({ id, failed: { kind, message } });
  }
});
