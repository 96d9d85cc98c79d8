import { expect, test } from 'bun:test';
import { listWarnings } from '../web/enrollment/warnings.tsx';

const warningsOf = (reported: string, registered: string | null) =>
  listWarnings({
    hostname: 'press-7',
    serialnumber: reported,
    contested: false,
    candidates: [],
    showedkey: true,
    computer: { serialnumber: registered, serialmatches: false, blocked: false, enrolled: false },
  }).map(([, text]) => text);

test.each([
  ['S-1', 'S-2', 'The serial number differs from the register.'],
  ['S-1', null, 'The register has no serial number'],
  ['', null, 'The agent reported no serial number'],
  ['', 'S-2', 'The agent reported no serial number'],
] as const)(
  'the warning of an enrollment names the missing serial number when %p meets %p',
  (reported, registered, text) => {
    expect(warningsOf(reported, registered)).toEqual([expect.stringContaining(text)]);
  },
);
