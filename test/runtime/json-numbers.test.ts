import { expect, test } from 'bun:test';
import { parseInventoryJson } from '../../plugins/computers/glpi/inventory-json.ts';

test('parseInventoryJson keeps the digits of a number that would be rounded', () => {
  const text = '{"a":12345678901234567890,"b":[98765432109876543210,7,1e30],"c":"1, 12345678901234567890"}';
  expect(parseInventoryJson(new TextEncoder().encode(text))).toEqual({
    a: '12345678901234567890',
    b: ['98765432109876543210', 7, 1e30],
    c: '1, 12345678901234567890',
  });
});
