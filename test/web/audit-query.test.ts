import { expect, test } from 'bun:test';
import { runPageScript } from './page-script.ts';

test.each([
  // The clocks of this zone go forward on this day, so it has 23 hours.
  ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['Asia/Kolkata', '2026-03-07T18:30:00.000Z', '2026-03-08T18:29:59.999Z'],
  ['UTC', '2026-03-08T00:00:00.000Z', '2026-03-08T23:59:59.999Z'],
])('toAuditQuery converts days to their first and last moment in %s', async (zone, from, to) => {
  expect(await runPageScript<object[]>('audit-query-script.ts', { TZ: zone })).toEqual([
    { search: 'm-2', from, to, actors: 'people' },
    { from: '2026-01-31T13:05:09Z', to: '12026-01-31', actors: 'machines' },
    { action: 'audit.change.undone' },
    { actors: 'people' },
  ]);
});
