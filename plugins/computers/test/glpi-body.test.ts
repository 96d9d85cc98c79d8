import { describe, expect, test } from 'bun:test';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeInventoryBody, InventoryError, normalizeInventory } from '../glpi/index.ts';

const minimal = {
  deviceid: 'pc-2026-01-01-00-00-00',
  action: 'inventory',
  content: { hardware: { name: 'PC01' } },
};
const plain = Buffer.from(JSON.stringify(minimal));

function refusal(
  bytes: Uint8Array,
  type: string | null = null,
  encoding: string | null = null,
): InventoryError {
  try {
    normalizeInventory(decodeInventoryBody(bytes, type, encoding));
  } catch (error) {
    if (error instanceof InventoryError) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

const read = (message: Record<string, unknown>) => normalizeInventory({ message });

function refusalOf(message: unknown): InventoryError {
  return refusal(Buffer.from(JSON.stringify(message)));
}

describe('the body decoder', () => {
  test('reads the same inventory from plain, gzip and zlib bodies for each declared type', () => {
    const zlib = decodeInventoryBody(deflateSync(plain), 'application/x-compress-zlib', null);
    const gzip = decodeInventoryBody(gzipSync(plain), 'application/x-compress-gzip', null);
    const bare = decodeInventoryBody(plain, 'application/x-compress', null);
    expect([zlib.compression, gzip.compression, bare.compression]).toEqual(['zlib', 'gzip', 'none']);
    expect(zlib.message).toEqual(minimal);
    expect(gzip.message).toEqual(minimal);
    expect(bare.message).toEqual(minimal);
  });

  test('reads a compressed body inside a compressed transfer', () => {
    const twice = gzipSync(deflateSync(plain));
    expect(decodeInventoryBody(twice, 'application/x-compress-zlib', 'gzip').message).toEqual(minimal);
    expect(decodeInventoryBody(deflateRawSync(plain), 'application/json', 'deflate').message).toEqual(
      minimal,
    );
  });

  test('accepts a byte order mark', () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]);
    expect(decodeInventoryBody(marked, 'application/json', null).message).toEqual(minimal);
  });

  test('rejects a 256 MiB gzip bomb with less than 80 MiB of memory', () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024));
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    expect(refusal(bomb).reason).toBe('toolarge');
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
  });

  test('rejects a bomb inside a bomb', () => {
    expect(refusal(gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)))).reason).toBe('toolarge');
  });

  test('rejects truncated, empty and binary bodies', () => {
    expect(refusal(gzipSync(plain).subarray(0, 40)).message).toContain('incomplete');
    expect(refusal(new Uint8Array()).message).toBe('The inventory is empty.');
    expect(refusal(Buffer.from(' \n')).message).toBe('The inventory is empty.');
    expect(refusal(Buffer.from([0, 1, 2, 0xff, 0xfe])).reason).toBe('unsupported');
    expect(refusal(plain.subarray(0, plain.length - 3)).message).toContain('not well-formed JSON');
  });

  test('rejects unknown encodings and the content types of web forms', () => {
    expect(refusal(plain, null, 'br').reason).toBe('unsupported');
    expect(refusal(plain, 'text/plain; charset=utf-8').reason).toBe('unsupported');
    expect(refusal(plain, 'application/x-www-form-urlencoded').reason).toBe('unsupported');
  });

  test('rejects more than 32 levels of nesting and does not count brackets in texts', () => {
    expect(refusal(Buffer.from('{"content":'.repeat(100_000))).message).toContain('32 levels');
    expect(refusal(Buffer.from(`{"a":${'['.repeat(100_000)}`)).message).toContain('32 levels');
    const text = { ...minimal, tag: `${'['.repeat(200)}\\"` };
    expect(decodeInventoryBody(Buffer.from(JSON.stringify(text)), null, null).message).toEqual(text);
  });
});

describe('the message reader', () => {
  test('rejects a message without deviceid, content or name', () => {
    expect(refusalOf({ content: minimal.content }).message).toBe('The inventory has no deviceid.');
    expect(refusalOf({ deviceid: 'x' }).message).toBe('The inventory has no content.');
    expect(refusalOf({ deviceid: 'x', content: {} }).issues[0]?.path).toBe('content.hardware.name');
    expect(refusalOf({ deviceid: 'x', itemtype: 'Printer', content: {} }).issues).toHaveLength(1);
  });

  test('omits and counts a name or serial number that is too long', () => {
    const long = { hardware: { name: 'n'.repeat(300) } };
    expect(refusalOf({ deviceid: 'x', content: long }).issues[0]?.path).toBe('content.hardware.name');
    const identified = { ...long, bios: { ssn: 'S-1' } };
    expect(read({ deviceid: 'PC07-2026-01-31-08-00-00', content: identified })).toMatchObject({
      hostname: 'PC07',
      serialnumber: 'S-1',
      isUnnamed: true,
      ignored: { 'hardware.name': 1 },
    });
    const serial = read({ deviceid: 'x', content: { ...minimal.content, bios: { ssn: 's'.repeat(256) } } });
    expect(serial).toMatchObject({ hostname: 'PC01', ignored: { 'bios.ssn': 1 } });
    expect(serial).toHaveProperty('serialnumber', undefined);
  });

  test('rejects wrong types outside the content', () => {
    expect(refusalOf({ deviceid: {}, content: minimal.content }).issues[0]?.path).toBe('deviceid');
    expect(refusalOf({ deviceid: 'x', content: [] }).issues[0]?.path).toBe('content');
    expect(refusal(Buffer.from('{"deviceid":1e999,"content":{}}')).reason).toBe('invalid');
    expect(refusal(Buffer.from('"text"')).reason).toBe('unsupported');
  });

  test('reports one issue for a list of two million wrong items', () => {
    const softwares = Buffer.from(`{"deviceid":"x","content":{"softwares":[${'0,'.repeat(2_000_000)}0]}}`);
    expect(refusal(softwares).issues).toHaveLength(1);
  });

  test('rejects a key __proto__ and a duplicate key at any depth', () => {
    const pc = (inner: string) => `{"deviceid":"x","content":{"hardware":{"name":"PC01"}${inner}}}`;
    const wrong: [body: string, path: string][] = [
      [`{"deviceid":"x","__proto__":{"content":{"hardware":{"name":"evil"}}}}`, '__proto__'],
      [pc(',"__proto__":{"bios":{"ssn":"evil"}}'), '__proto__'],
      [pc(',"cartridges":[{"__proto__":{"polluted":"yes"},"tonerblack":"5"}]'), '__proto__'],
      [pc(',"softwares":[{"name":"a","\\u005f_proto__":"x"}]'), '__proto__'],
      [pc(',"hardware":{"name":"PC02"}'), ''],
      [pc(',"bios":{"ssn":"1","ssn":"2"}'), ''],
      [pc(',"bios":{"ssn":"1","s\\u0073n":"1"}'), ''],
      [`{"deviceid":"x","deviceid":"y","content":{"hardware":{"name":"PC01"}}}`, ''],
    ];
    for (const [body, path] of wrong) {
      const { reason, issues } = refusal(Buffer.from(body));
      expect([body, reason, issues.map((issue) => issue.path)]).toEqual([body, 'invalid', [path]]);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('accepts keys with the names of methods', () => {
    const body = `{"deviceid":"x","constructor":{"prototype":{"polluted":1}},"content":{"hardware":{"name":"PC01",
      "constructor":"c","toString":[]},"hasOwnProperty":1,"bios":{"valueOf":{},"smodel":"a:b, \\"c\\": d"}}}`;
    const read = normalizeInventory(decodeInventoryBody(Buffer.from(body), null, null));
    expect(read).toMatchObject({ hostname: 'PC01', model: 'a:b, "c": d' });
    expect(read.ignored).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('preserves all digits of a number', () => {
    const serialOf = (number: string) =>
      normalizeInventory(
        decodeInventoryBody(
          Buffer.from(`{"deviceid":"x","content":{"hardware":{"name":"P"},"bios":{"ssn":${number}}}}`),
          null,
          null,
        ),
      ).serialnumber;
    const validNumbers = [
      '12345678901234567890',
      '9007199254740993',
      '1152921504606846977',
      '7',
      '123456789012345',
    ];
    for (const number of [...validNumbers, '-12345678901234567890', '1'.repeat(255), '1234567890123456.70'])
      expect(serialOf(number)).toBe(number);
    expect(serialOf('[12345678901234567890]')).toBe('12345678901234567890');
    expect(serialOf('"a, 12345678901234567890"')).toBe('a, 12345678901234567890');
    expect(serialOf(' "\\q 12345678901234567890"')).toBe('q 12345678901234567890');
  });
});
