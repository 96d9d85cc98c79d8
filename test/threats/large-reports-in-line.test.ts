import { afterEach, expect, test } from 'bun:test';
import { WorkerQueue } from '../../src/kit/work/worker-queue.ts';

/** Parses batches of the collectors, like an appliance. */
class Reader extends WorkerQueue<{ bytes: Uint8Array }, unknown[], { isBatch: boolean }> {
  constructor() {
    super('src/features/collector/records.worker.ts', { ms: 5000, mb: 128, waiting: 5 });
  }
}

let reader: Reader;
afterEach(() => reader.close());

const report = () => ({ bytes: new TextEncoder().encode(JSON.stringify({ records: [{ hostname: 'x' }] })) });

test('large reports of one address do not block those of another', async () => {
  reader = new Reader();
  const done: string[] = [];
  const read = async (line: string) => {
    await reader.run(report(), { line });
    done.push(line);
  };
  const many = Array.from({ length: 6 }, () => read('198.51.100.1'));
  await Promise.all([...many, read('203.0.113.1')]);
  expect(done.indexOf('203.0.113.1')).toBeLessThanOrEqual(2);
});

test('the queue limits the reports of one address and skips those of disconnected callers', async () => {
  reader = new Reader();
  const leaving = new AbortController();
  const read = () =>
    reader.run(report(), { line: '198.51.100.1', left: leaving.signal }).then(
      () => 'read',
      ({ code }) => code,
    );
  const answers = Array.from({ length: 8 }, read);
  leaving.abort();
  expect(await Promise.all(answers)).toEqual([
    'read',
    ...Array(5).fill('BAD_REQUEST'),
    'RATE_LIMITED',
    'RATE_LIMITED',
  ]);
});
