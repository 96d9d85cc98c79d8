// The baseline of an unchanged manifest: one query through bun:sqlite and one response of Bun.serve.
import { Database } from 'bun:sqlite';

const [etag] = process.argv.slice(2) as [string];
const db = new Database(':memory:', { strict: true });
db.run('CREATE TABLE manifests (scope TEXT, phase TEXT, etag TEXT, PRIMARY KEY (scope, phase))');
db.run('INSERT INTO manifests VALUES (?, ?, ?)', ['bench', 'runtime', etag]);
const of = db.query<{ etag: string }, [string, string]>(
  'SELECT etag FROM manifests WHERE scope = ? AND phase = ?',
);

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/api/enforce/manifest': (req) => {
      const query = new URL(req.url).searchParams;
      const found = of.get(query.get('pctype')!, 'runtime')!;
      const isKnown = req.headers.get('if-none-match') === found.etag;
      return new Response(isKnown ? null : 'whole', {
        status: isKnown ? 304 : 200,
        headers: { ETag: found.etag },
      });
    },
  },
});
process.stdout.write(`floor on ${server.port}\n`);
