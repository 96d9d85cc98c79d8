import { isIP } from 'node:net';
import postgres from 'postgres';
import type { Encryption } from './source.ts';
import { CONNECTIONS, type HrRow, IDLE_SECONDS, type OpenPool, STATEMENT_MS } from './worker-messages.ts';

const TLS = {
  never: false,
  ifoffered: 'prefer',
  always: 'require',
  verified: 'verify-full',
} as const satisfies Record<Encryption, unknown>;

/** Opens a pool of PostgreSQL connections, which run each statement in a read-only transaction. */
export const openPostgres: OpenPool = (source, sockets) => {
  const { host, port, user, password, database, encryption } = source;
  const sql = postgres({
    host,
    port,
    user,
    pass: password,
    password,
    database,
    ssl: TLS[encryption],
    max: CONNECTIONS,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: 3,
    // Seconds between connection attempts. Without it, the driver reconnects at full speed to a server that
    // closes every connection.
    backoff: () => 0.5,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: { application_name: 'millwright' },
    // The certificate is verified against the host name in the settings, not against the resolved address.
    socket: () => Object.assign(sockets.make(), isIP(host) ? {} : { host }),
  } as unknown as postgres.Options<Record<string, never>>);
  return {
    rows: async ({ text, values }) => {
      const found = await sql.begin('READ ONLY', async (tx) => {
        await tx.unsafe(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
        return tx.unsafe(text, values);
      });
      return [...(found as unknown as Iterable<HrRow>)];
    },
    end: () => {
      sockets.end();
      sql.end({ timeout: 0 }).catch(() => undefined);
    },
  };
};
