import { toAuditQuery } from '../../src/web/pages/admin/audit-query.ts';

const searches: Record<string, string>[] = [
  { search: 'm-2', from: '2026-03-08', to: '2026-03-08' },
  { from: '2026-01-31T13:05:09Z', to: '12026-01-31', actors: 'machines' },
  { action: 'audit.change.undone' },
  {},
];
process.stdout.write(JSON.stringify(searches.map(toAuditQuery)));
