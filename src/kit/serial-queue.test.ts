import { expect, test } from 'bun:test';
import { SerialQueue } from './serial-queue.ts';

/** A task that a test ends. */
function createTask(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const task = () => {
    log.push(`${name} starts`);
    return promise.finally(() => log.push(`${name} ends`));
  };
  return { task, resolve: () => resolve(name), reject: () => reject(new Error(name)) };
}

test('the queue starts a task when the previous one has ended', async () => {
  const log: string[] = [];
  const queue = new SerialQueue();
  const [first, second] = [createTask('first', log), createTask('second', log)];
  const results = [queue.run(first.task), queue.run(second.task)];
  second.resolve();
  await Promise.resolve();
  expect(log).toEqual(['first starts']);
  first.resolve();
  expect(await Promise.all(results)).toEqual(['first', 'second']);
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

test('the queue continues when a task fails', async () => {
  const queue = new SerialQueue();
  const failing = queue.run(() => Promise.reject(new Error('failed')));
  const next = queue.run(async () => 'next');
  expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});

test('an aborted signal removes a waiting task and keeps the order of the others', async () => {
  const log: string[] = [];
  const queue = new SerialQueue();
  const [first, second, third] = [
    createTask('first', log),
    createTask('second', log),
    createTask('third', log),
  ];
  const running = queue.run(first.task);
  const left = new AbortController();
  const waiting = queue.run(second.task, left.signal);
  const last = queue.run(third.task);
  left.abort(new Error('the caller left'));
  expect(waiting).rejects.toThrow('the caller left');
  third.resolve();
  await Bun.sleep(0);
  expect(log).toEqual(['first starts']);
  first.resolve();
  expect(await Promise.all([running, last])).toEqual(['first', 'third']);
  expect(log).toEqual(['first starts', 'first ends', 'third starts', 'third ends']);
});

test('a task is not run when its signal was aborted before', async () => {
  const queue = new SerialQueue();
  let runs = 0;
  const result = queue.run(async () => runs++, AbortSignal.abort(new Error('too late')));
  expect(result).rejects.toThrow('too late');
  await queue.whenIdle();
  expect(runs).toBe(0);
});

test('the queue is idle when all tasks have ended', async () => {
  const log: string[] = [];
  const queue = new SerialQueue();
  const { task, resolve } = createTask('first', log);
  void queue.run(task);
  const idle = queue.whenIdle().then(() => log.push('idle'));
  resolve();
  await idle;
  expect(log).toEqual(['first starts', 'first ends', 'idle']);
});
