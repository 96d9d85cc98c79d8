import { expect, test } from 'bun:test';
import type { Database } from './data/database.ts';
import { Scheduler } from './scheduler.ts';

const clock = { now: () => new Date('2026-01-01T00:00:00Z') };

function scheduling(run: () => Promise<void>, writeUnaudited: () => void) {
  const messages: string[] = [];
  const log = { error: (message: string) => void messages.push(message) };
  const db = { writeUnaudited, read: () => [] } as unknown as Database;
  const jobs = [{ name: 'slow', title: 'Slow', schedule: '', run }];
  return { scheduler: new Scheduler({ db, clock, log, jobs }), messages };
}

test('the scheduler skips a due job that is running, and a manual run throws', async () => {
  let runs = 0;
  let end = () => {};
  const { scheduler, messages } = scheduling(
    () => {
      runs++;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
    () => {},
  );
  const first = scheduler.runDue('slow');
  await scheduler.runDue('slow');
  expect(scheduler.run('slow')).rejects.toThrow('This job is already running.');
  end();
  await first;
  expect([runs, messages]).toEqual([1, []]);
});

test('the scheduler logs an error when it cannot store the outcome of a due job', async () => {
  const { scheduler, messages } = scheduling(
    async () => {},
    () => {
      throw new Error('The disk is full.');
    },
  );
  await scheduler.runDue('slow');
  expect(messages).toEqual(['recording a job result failed']);
});
