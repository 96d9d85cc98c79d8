// The baseline: the same queries through bun:sqlite and Bun.serve alone, in a separate process.
import { Database } from 'bun:sqlite';

const [path, select] = process.argv.slice(2) as [string, string];
const db = new Database(path, { strict: true });
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000'])
  db.run(`PRAGMA ${pragma}`);
const where = 'WHERE assets.isactive = 1 AND assets.statusid = ? AND assets.assettypeid = ?';
const list = db.query(
  `${select} ${where} ORDER BY assets.assetnumbersortkey, assets.assetid LIMIT 100 OFFSET ?`,
);
const one = db.query(`${select} WHERE assets.assetid = ?`);
const insert = db.query<{ assetid: number }, [string, number, string, string, string]>(
  'INSERT INTO assets (assetnumber, assettypeid, name, createddate, modifieddate) VALUES (?, ?, ?, ?, ?) RETURNING *',
);

const answer = (data: unknown, pagination?: object) =>
  Response.json({
    status: 'success',
    data,
    meta: { timestamp: new Date().toISOString(), requestid: crypto.randomUUID(), pagination },
  });

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/api/assets': {
      GET: (req) => {
        const query = new URL(req.url).searchParams;
        const [status, type, page] = ['statusid', 'typeid', 'page'].map((name) =>
          Number(query.get(name)),
        ) as [number, number, number];
        // The total is not counted, because the appliance caches it. The comparison is about the page itself.
        const total = 0;
        return answer(list.all(status, type, (page - 1) * 100), {
          page,
          perpage: 100,
          total,
          pages: Math.ceil(total / 100),
        });
      },
      POST: async (req) => {
        const { assetnumber, assettypeid, name } = (await req.json()) as {
          assetnumber: string;
          assettypeid: number;
          name: string;
        };
        const now = new Date().toISOString();
        const { assetid } = insert.get(assetnumber, assettypeid, name, now, now)!;
        return answer(one.get(assetid));
      },
    },
    '/api/assets/:id': (req) => answer(one.get(Number(req.params.id))),
  },
});
process.stdout.write(`floor on ${server.port}\n`);
