import { expect, test } from 'bun:test';
import { Exports } from './exports.ts';

const stays = () => new AbortController().signal;

test('each caller exports two documents at once, and callers do not wait for each other', async () => {
  const exports = new Exports();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (who: string) =>
    exports.enter(who, false, stays()).then((end) => {
      begun.push(who);
      ends.push(end);
    });
  for (const who of ['a', 'a', 'a', 'a', 'b']) void ask(who);
  await Bun.sleep(1);
  expect(begun).toEqual(['a', 'a', 'b']);
  ends.shift()!();
  await Bun.sleep(1);
  expect(begun).toEqual(['a', 'a', 'b', 'a']);
  for (let end = ends.shift(); end; end = ends.shift()) {
    end();
    await Bun.sleep(1);
  }
  expect(begun).toEqual(['a', 'a', 'b', 'a', 'a']);
  void ask('a');
  void ask('a');
  await Bun.sleep(1);
  expect(begun.length).toBe(7);
});

test('anonymous callers share eight exports, and signed-in callers do not wait for them', async () => {
  const exports = new Exports();
  let begun = 0;
  const ends: (() => void)[] = [];
  for (let n = 0; n < 20; n++)
    void exports.enter(`192.0.2.${n}`, true, stays()).then((end) => {
      begun++;
      ends.push(end);
    });
  await Bun.sleep(1);
  expect(begun).toBe(8);
  await exports.enter(7, false, stays());
  for (const end of ends.splice(0)) end();
  await Bun.sleep(1);
  expect(begun).toBe(16);
});

test('a waiting caller leaves the queue on disconnect and frees its place', async () => {
  const exports = new Exports();
  const ends: (() => void)[] = [];
  for (let n = 0; n < 8; n++) ends.push(await exports.enter(`192.0.2.${n}`, true, stays()));
  const caller = new AbortController();
  const leaving = [1, 2, 3].map(() =>
    exports.enter('198.51.100.1', true, caller.signal).then(
      () => 'admitted',
      (cause: Error) => cause.message,
    ),
  );
  await Bun.sleep(1);
  caller.abort();
  const left = 'The caller disconnected while waiting.';
  expect(await Promise.all(leaving)).toEqual([left, left, left]);
  for (const end of ends) end();
  for (const _place of [1, 2]) await exports.enter('198.51.100.1', true, stays());
});
