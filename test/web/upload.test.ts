import { expect, test } from 'bun:test';
import { runPageScript } from './page-script.ts';

test('upload sends nothing when its signal aborts before the access token is there', async () => {
  expect(await runPageScript<object>('upload-script.ts')).toEqual({
    before: { code: 'CANCELLED', sent: 0 },
    renewing: { code: 'CANCELLED', sent: 0 },
    sending: { code: 'CANCELLED', sent: 1 },
  });
});
