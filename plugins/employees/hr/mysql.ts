import mysql, { type PoolOptions, type RowDataPacket } from 'mysql2/promise';
import type { Encryption } from './source.ts';
import { CONNECTIONS, IDLE_SECONDS, type OpenPool, STATEMENT_MS } from './worker-messages.ts';

/**
 * The TLS options by encryption setting. With MySQL, TLS is used only when the client requests it, so
 * `ifoffered` connects without it.
 */
const TLS: Record<Encryption, PoolOptions['ssl']> = {
  never: undefined,
  ifoffered: undefined,
  always: { rejectUnauthorized: false },
  verified: { rejectUnauthorized: true, verifyIdentity: true },
};

/**
 * Sets the time limit of statements. MariaDB and MySQL each execute their own setting and ignore the other as
 * a comment.
 */
const SESSION = `SET @millwright = 1 /*M!100101 , SESSION max_statement_time = ${STATEMENT_MS / 1000} */ /*!50708 , SESSION max_execution_time = ${STATEMENT_MS} */`;

export const openMysql: OpenPool = (source, sockets) => {
  const { host, port, user, password, database, encryption } = source;
  const pool = mysql.createPool({
    host,
    port,
    user,
    password,
    database,
    ssl: TLS[encryption],
    stream: sockets.make,
    connectionLimit: CONNECTIONS,
    maxIdle: CONNECTIONS,
    idleTimeout: IDLE_SECONDS * 1000,
    connectTimeout: 3000,
    charset: 'UTF8MB4_UNICODE_CI',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    disableEval: true,
    // A server may request a local file from its client; this flag disables that.
    flags: ['-LOCAL_FILES'],
    connectAttributes: { program_name: 'millwright' },
  } as PoolOptions);
  return {
    rows: async ({ text, values }) => {
      const connection = await pool.getConnection();
      try {
        await connection.query(SESSION);
        await connection.query('START TRANSACTION READ ONLY');
        const [found] = await connection.execute<RowDataPacket[]>(text, values);
        await connection.query('COMMIT');
        connection.release();
        return found;
      } catch (cause) {
        // The connection may be in any state, so it is not reused.
        connection.destroy();
        throw cause;
      }
    },
    end: () => {
      sockets.end();
      pool.end().catch(() => undefined);
    },
  };
};
