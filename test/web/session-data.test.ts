import { expect, test } from 'bun:test';
import { runPageScript } from './page-script.ts';

test('the page drops the cached profile when the session ends here, on the server or in another tab', async () => {
  expect(await runPageScript<object>('session-data-script.ts')).toEqual({
    nothing: 'current',
    endedHere: 'dropped',
    endedByServer: 'dropped',
    endedInOtherTab: 'dropped',
    startedInOtherTab: 'outdated',
  });
});
