// The baseline of one list: its own query through bun:sqlite and Bun.serve alone, in a separate process.
import { Database } from 'bun:sqlite';

const [path, select] = process.argv.slice(2) as [string, string];
const db = new Database(path, { strict: true });
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000'])
  db.run(`PRAGMA ${pragma}`);
const list = db.query(`${select} LIMIT 100 OFFSET ?`);

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (req) => {
    const page = Number(new URL(req.url).searchParams.get('page'));
    return Response.json({
      status: 'success',
      data: list.all((page - 1) * 100),
      meta: {
        timestamp: new Date().toISOString(),
        requestid: crypto.randomUUID(),
        pagination: { page, perpage: 100, total: 0, pages: 0 },
      },
    });
  },
});
process.stdout.write(`floor on ${server.port}\n`);
