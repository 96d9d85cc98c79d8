import { expect, test } from 'bun:test';
import { eventually } from '../../../test/support/receivers.ts';
import { Sweeper } from './sweeper.ts';

const REST_MS = 60;

function sweeping() {
  const done: string[] = [];
  const memory = {
    collectGarbage: () => void done.push('swept'),
    shrinkMemory: () => void done.push('shrunk'),
  };
  const sweeper = new Sweeper(memory, REST_MS);
  const send = (count: number, kilobytes: number, status = 200) => {
    for (let n = 0; n < count; n++)
      sweeper.countBody(
        new Request('http://plant.example', { headers: { 'content-length': `${kilobytes * 1024}` } }),
        status,
      );
  };
  return { done, send };
}

test('the sweeper shrinks memory once after many small bodies', async () => {
  const { done, send } = sweeping();
  send(2500, 10);
  expect(done).toEqual([]);
  await eventually(() => done.length > 0, 'the memory is given back');
  // Any further sweep would have run by then.
  await Bun.sleep(REST_MS);
  expect(done).toEqual(['shrunk']);
});

test('the sweeper ignores a few small bodies and collects garbage after large ones', async () => {
  const { done, send } = sweeping();
  send(300, 10);
  // An idle period would have ended by then.
  await Bun.sleep(REST_MS * 2);
  expect(done).toEqual([]);
  send(4, 4096);
  await eventually(() => done.length > 0, 'what large bodies left is swept away');
  expect(done[0]).toBe('swept');
});

test('the sweeper ignores bodies of rejected requests', async () => {
  const { done, send } = sweeping();
  send(100, 20_000, 401);
  await Bun.sleep(REST_MS * 2);
  expect(done).toEqual([]);
  send(1, 20_000);
  await eventually(() => done.length > 0, 'what was read is swept away');
});
