import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Lockout } from '../../src/features/identity/lockout.ts';
import { MINUTE } from '../support/clock.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let lockout: Lockout;
beforeAll(async () => {
  site = await startSite();
  lockout = new Lockout(site.app.host.db, site.app.host.clock);
});
afterAll(() => site.stop());

test('a lock expires when the clock was set back after it began', () => {
  for (let n = 0; n < 5; n++) lockout.begin('anna');
  expect(lockout.isLocked('anna')).toBe(true);
  expect(() => lockout.begin('anna')).toThrow('locked');
  site.clock.advance(-1 * MINUTE);
  expect(lockout.isLocked('anna')).toBe(false);
  expect(lockout.begin('anna')).toBe(false);
  site.clock.advance(1 * MINUTE);
});

test('a lock stays for 15 minutes', () => {
  for (let n = 0; n < 5; n++) lockout.begin('bert');
  site.clock.advance(14 * MINUTE);
  expect(lockout.isLocked('bert')).toBe(true);
  site.clock.advance(1 * MINUTE);
  expect(lockout.isLocked('bert')).toBe(false);
});
