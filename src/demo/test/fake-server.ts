type Row = Record<string, unknown>;

/** Path, ID field and the fields that are unique together. */
const REGISTERS: Record<string, [id: string, ...unique: string[]]> = {
  '/api/maplevels': ['levelid', 'building', 'level'],
  '/api/assets/types': ['assettypeid', 'assettype'],
  '/api/assets/statuses': ['statusid', 'status'],
  '/api/assets/relationshiptypes': ['relationshiptypeid', 'relationshiptype'],
  '/api/businessunits': ['businessunitid', 'businessunit'],
  '/api/locations': ['locationid', 'location'],
  '/api/vendors': ['vendorid', 'vendor'],
  '/api/models': ['modelnumberid', 'vendorid', 'modelnumber'],
  '/api/assets': ['assetid', 'assetnumber'],
  '/api/assets/relationships': ['relationshipid', 'sourceassetid', 'targetassetid', 'relationshiptypeid'],
};
const KINDS = [
  'Computer',
  'Machine',
  'Printer',
  'Network device',
  'Measuring tool',
  'USB device',
  'Printed part',
  'Phone',
  'Other',
];
const TIES = ['controls', 'partof', 'connectedto', 'dualpath', 'defaultprinter', 'usesprinter'];

/** In-memory server with the routes that a load uses; it implements only unique keys, pages and envelopes. */
export class FakeServer {
  needsadmin = false;
  /** Statuses to return once, by path. */
  refuseOnce: [status: number, path: string][] = [];
  deleted: string[] = [];
  keys = new Set<string>();
  logins = 0;
  /** The request IDs of all requests that create records. */
  requestids = new Set<string | null>();
  /** False when the appliance has assets of its own. */
  canload = true;
  /** The paths of the requests that set up the appliance or record the load. */
  steps: string[] = [];
  private readonly tables = new Map<string, Row[]>();
  private readonly reports = new Map<string, string>();
  private readonly server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => this.answer(request),
  });

  constructor() {
    for (const path of Object.keys(REGISTERS)) this.tables.set(path, []);
    for (const assettype of KINDS) this.insert('/api/assets/types', { assettype });
    for (const status of ['In use', 'In stock', 'In repair', 'Retired'])
      this.insert('/api/assets/statuses', { status });
    for (const relationshiptype of TIES) this.insert('/api/assets/relationshiptypes', { relationshiptype });
  }

  get url(): string {
    return this.server.url.href;
  }

  stop(): void {
    this.server.stop(true);
  }

  rows(path: string): Row[] {
    return this.tables.get(path) ?? [];
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.tables].map(([path, rows]) => [path, rows.length]));
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const refusal = this.refuseOnce.findIndex(([, path]) => path === pathname);
    if (refusal !== -1) return this.fail(this.refuseOnce.splice(refusal, 1)[0]![0]);
    if (request.method === 'DELETE') return this.ok({ deleted: this.deleted.push(pathname) });
    const path = pathname === '/api/computers' ? '/api/assets' : pathname;
    if (request.method === 'GET') return this.read(path, Number(searchParams.get('page') ?? 1));
    // Drawings and documents are accepted without validation.
    if (request.headers.get('content-type') !== 'application/json') return this.ok({});
    if (path.startsWith('/api/setup') || path.startsWith('/api/demo')) this.steps.push(path);
    else if (path !== '/api/auth/login') this.requestids.add(request.headers.get('x-request-id'));
    return this.write(path, await request.json(), request.headers.get('x-api-key'));
  }

  private read(path: string, page: number): Response {
    if (path === '/api/setup/needs-admin') return this.ok({ needsadmin: this.needsadmin });
    if (path === '/api/demo') return this.ok({ canload: this.canload });
    const rows = this.tables.get(path);
    if (rows === undefined) return this.fail(404);
    const pagination = {
      page,
      perpage: 100,
      total: rows.length,
      pages: Math.max(1, Math.ceil(rows.length / 100)),
    };
    return this.ok(rows.slice((page - 1) * 100, page * 100), { pagination });
  }

  private write(path: string, body: Row, key: string | null): Response {
    if (key !== null) this.keys.add(key);
    if (path === '/api/auth/login') return this.ok({ access_token: `login-${++this.logins}` });
    if (path === '/api/setup/create-admin') return this.ok({ userid: 1 });
    if (path.startsWith('/api/demo/scripts')) return this.ok({ requestid: 'demo-7' });
    if (path === '/api/apitokens') return this.ok({ tokenid: 1, secret: 'made' });
    if (path === '/api/collector/computers') return this.ok(this.report(body.records as Row[]));
    if (path === '/api/collector/glpi' || path === '/api/mappositions') return this.ok({});
    const row = this.insert(path, body);
    return row === undefined ? this.fail(409) : this.ok(row);
  }

  private report(records: Row[]): Row {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    for (const record of records) {
      const text = JSON.stringify(record);
      counts[this.reports.get(String(record.hostname)) === text ? 'unchanged' : 'updated']++;
      this.reports.set(String(record.hostname), text);
    }
    return counts;
  }

  private insert(path: string, body: Row): Row | undefined {
    const rows = this.rows(path);
    const [id, ...unique] = REGISTERS[path] ?? ['id'];
    if (unique.length > 0 && rows.some((row) => unique.every((field) => row[field] === body[field])))
      return undefined;
    const row = { ...body, [id]: rows.length + 1 };
    rows.push(row);
    return row;
  }

  private ok(data: unknown, meta: object = {}): Response {
    return Response.json({ status: 'success', data, meta });
  }

  private fail(status: number): Response {
    const error = { code: `CODE_${status}`, message: 'No.' };
    return Response.json(
      { status: 'error', data: { error }, meta: {} },
      { status, headers: { 'Retry-After': '0' } },
    );
  }
}
