import { expect, test } from 'bun:test';
import type { FieldDescriptor, FieldKind } from '../../../kit/resource/descriptor.ts';
import {
  draftKey,
  isStorable,
  readDraft,
  removeDraftsOf,
  removeExpiredDrafts,
  writeDraft,
} from './draft-store.ts';

const DAY = 86_400_000;

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

test('a draft is read by its user until it is 14 days old', () => {
  const storage = createStorage();
  const key = draftKey(1, '/vendors/new');
  writeDraft(storage, key, { at: 0, values: { vendor: 'Acme' }, before: null });
  expect(readDraft(storage, key, 14 * DAY - 1)?.values).toEqual({ vendor: 'Acme' });
  expect(readDraft(storage, key, 14 * DAY)).toBeNull();
  expect(readDraft(storage, draftKey(2, '/vendors/new'), 1)).toBeNull();
});

test('expired and unreadable drafts are removed, other stored values stay', () => {
  const storage = createStorage();
  const page = draftKey(1, '/vendors/new');
  writeDraft(storage, draftKey(2, '/vendors/new'), { at: 0, values: { vendor: 'Old' }, before: null });
  writeDraft(storage, page, { at: 14 * DAY, values: { vendor: 'Acme' }, before: null });
  storage.setItem(draftKey(3, '/vendors/new'), '{');
  storage.setItem('millwright.facts.empty', 'true');
  removeExpiredDrafts(storage, 15 * DAY);
  expect([storage.key(0), storage.key(1), storage.key(2)]).toEqual([page, 'millwright.facts.empty', null]);
});

test('the drafts of one user are removed, those of others stay', () => {
  const storage = createStorage();
  for (const userid of [1, 12]) {
    writeDraft(storage, draftKey(userid, '/vendors/new'), { at: 1, values: { vendor: 'A' }, before: null });
    writeDraft(storage, draftKey(userid, 'users/new'), { at: 1, values: { username: 'b' }, before: null });
  }
  removeDraftsOf(storage, 1);
  expect([storage.length, storage.key(0)]).toEqual([2, draftKey(12, '/vendors/new')]);
});

test('confirmations are never stored', () => {
  expect(['confirm', 'issure', 'acceptfindings'].map((name) => isStorable({ name }))).toEqual([
    false,
    false,
    false,
  ]);
});

test('a draft without input is removed', () => {
  const storage = createStorage();
  const key = draftKey(1, '/vendors/1/edit');
  writeDraft(storage, key, { at: 1, values: { vendor: 'Acme' }, before: { vendor: 'A' } });
  writeDraft(storage, key, { at: 2, values: {}, before: {} });
  expect(storage.length).toBe(0);
});

test('secrets are never stored', () => {
  const field = (name: string, kind: FieldKind) => ({ name, kind }) as FieldDescriptor;
  expect(isStorable(field('vendor', 'text'))).toBe(true);
  expect(isStorable(field('key', 'secret'))).toBe(false);
  expect(isStorable(field('snmppassword', 'text'))).toBe(false);
  for (const name of ['key', 'privatekey', 'secretaccesskey', 'pin', 'passphrase', 'otp'])
    expect(isStorable({ name })).toBe(false);
});
