import { isIP } from 'node:net';
import { z } from 'zod';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import { canonicalizeAddress } from '../../kit/http/client-address.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import { ref, text } from '../../kit/resource/fields.ts';
import type { Input } from '../../kit/resource/register.ts';
import { inputSchema } from '../../kit/resource/validate.ts';
import { canonicalizeRole, canonicalName } from './roles.ts';
import * as tables from './tables.ts';

const isHostName = (name: string): boolean =>
  name.length <= 253 &&
  name.split('.').every((label) => /^(?!-)[a-z0-9_-]+$/.test(label) && !label.endsWith('-'));
const fqdnSchema = z
  .string()
  .max(255)
  .transform(canonicalName)
  .refine(isHostName, 'Use a full host name such as display-12.plant.example.');
const addressSchema = z
  .string()
  .trim()
  .refine((address) => isIP(address) > 0, 'Use an IP address such as 10.1.2.3.')
  .transform(canonicalizeAddress);
const roleSchema = (inputSchema(text({ title: 'Content', required: true })) as z.ZodType<string>).transform(
  canonicalizeRole,
);

/** The mapping of displays to content, by their full name or their address. */
export const dashboardDefaultRegister = defineRegister(tables.dashboarddefaults, {
  path: '/dashboarddefaults',
  label: 'displayrole',
  many: 'Displays',
  one: 'Display',
  schemaName: 'Displaydefault',
  icon: 'device-tv',
  about: 'Content and business unit of each display, by its full name or IP address.',
  audit: 'dashboarddefaults.dashboarddefault',
  remove: 'hard',
  can: { read: 'optional', create: 'admin', edit: 'admin', delete: 'admin' },
  sort: 'fqdn',
  columns: {
    fqdn: text({
      schema: fqdnSchema,
      title: 'Full name',
      search: true,
      sort: true,
      help: 'For example display-12.plant.example.',
    }),
    ipaddress: text({
      schema: addressSchema,
      title: 'IP address',
      personal: true,
      search: true,
      sort: true,
      help: 'Used if the name is unknown. A display without an entry shows its address at /display.',
    }),
    displayrole: text({
      title: 'Content',
      schema: roleSchema,
      default: 'Dashboard',
      search: true,
      sort: true,
      filter: ['displayrole'],
      help: 'Dashboard (shop floor), Lobby, or 3DPrintRoom (kiosk of the printed parts).',
    }),
    businessunitid: ref('businessunits', {
      title: 'Business unit',
      filter: ['businessunitid', 'businessunit_id', 'business_unit_id'],
    }),
  },
  check: refuseUnknowable,
});

/**
 * Throws 400 unless the display has a name or an address. A constraint of the table enforces the same for
 * other writes.
 */
function refuseUnknowable(_tx: Tx, input: Input, before: Row | undefined): void {
  const valueAfter = (name: string) => (input[name] === undefined ? before?.[name] : input[name]) ?? null;
  if (valueAfter('fqdn') === null && valueAfter('ipaddress') === null)
    throw invalid('fqdn', 'Enter the full name of the display or its IP address.');
}
