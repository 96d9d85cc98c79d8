import { expect, test } from 'bun:test';
import type { Tx } from './data/tx.ts';
import { StampBuffer } from './stamp-buffer.ts';

function createBuffer() {
  const writes: string[][] = [];
  const db = {
    writeUnaudited<T>(work: (tx: Tx) => T): T {
      writes.push([]);
      return work({} as Tx);
    },
  };
  const buffer = new StampBuffer<string>(db, (_tx, id, stamp) => void writes.at(-1)!.push(`${id} ${stamp}`));
  return { buffer, writes };
}

test('the buffer writes the newest stamp of each record in one transaction', () => {
  const { buffer, writes } = createBuffer();
  buffer.add(1, 'early');
  buffer.add(2, 'early');
  buffer.add(1, 'late');
  buffer.flush();
  expect(writes).toEqual([['1 late', '2 early']]);
});

test('the buffer opens no transaction when nothing waits', () => {
  const { buffer, writes } = createBuffer();
  buffer.flush();
  buffer.add(1, 'early');
  buffer.flush();
  buffer.flush();
  expect(writes).toEqual([['1 early']]);
});

test('stamps of a failed write wait for the next one, unless a newer stamp came since', () => {
  const written: string[] = [];
  let isBroken = true;
  const db = {
    writeUnaudited<T>(work: (tx: Tx) => T): T {
      if (isBroken) throw new Error('locked');
      return work({} as Tx);
    },
  };
  const buffer = new StampBuffer<string>(db, (_tx, id, stamp) => void written.push(`${id} ${stamp}`));
  buffer.add(1, 'early');
  buffer.add(2, 'early');
  expect(() => buffer.flush()).toThrow('locked');
  buffer.add(1, 'late');
  isBroken = false;
  buffer.flush();
  expect(written.sort()).toEqual(['1 late', '2 early']);
});
