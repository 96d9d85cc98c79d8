import { expect, test } from 'bun:test';
import { isSafeLink } from '../../src/features/catalog/index.ts';

test.each(['https://press-7/', 'vnc://press-7:5900', 'press-7', 'rdp://full%20address=s:press-7'])(
  'the link %s may be followed',
  (link) => expect(isSafeLink(link)).toBe(true),
);

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript\r:alert(1)',
  'file:///C:/',
  'data:text/html,x',
])('the link %j is refused', (link) => expect(isSafeLink(link)).toBe(false));
