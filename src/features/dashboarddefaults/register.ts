import { isIP } from 'node:net';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import { canonicalAddress } from '../../kit/http/client-address.ts';
import { registerOf } from '../../kit/resource/define.ts';
import { ref, text } from '../../kit/resource/fields.ts';
import type { Input } from '../../kit/resource/register.ts';
import { canonicalName, canonicalRole } from './roles.ts';
import * as tables from './tables.ts';

/** Which display shows what: by its full name, or by its address. */
export const register = registerOf(tables.dashboarddefaults, {
  name: 'dashboarddefaults',
  path: '/dashboarddefaults',
  label: 'displayrole',
  title: 'Displays',
  titleone: 'Display default',
  icon: 'device-tv',
  description: 'What each display shows and for which business unit, by its full name or its address.',
  audit: 'dashboarddefaults.dashboarddefault',
  remove: 'hard',
  can: { read: 'optional', create: 'admin', edit: 'admin', delete: 'admin' },
  defaultsort: 'fqdn',
  fields: {
    fqdn: text({
      title: 'Full name',
      search: true,
      sort: true,
      help: 'For example display-12.plant.example.',
    }),
    ipaddress: text({
      title: 'IP address',
      search: true,
      sort: true,
      help: 'Used when the name is not known.',
    }),
    displayrole: text({
      title: 'Shows',
      required: false,
      default: 'Dashboard',
      search: true,
      sort: true,
      filter: ['displayrole'],
      help: 'Dashboard, Lobby or 3DPrintRoom.',
    }),
    businessunitid: ref('businessunits', {
      title: 'Business unit',
      filter: ['businessunitid', 'businessunit_id'],
    }),
  },
  hooks: { check },
});

function check(_tx: Tx, input: Input, before: Row | undefined): void {
  if (typeof input.fqdn === 'string') input.fqdn = nameOf(input.fqdn);
  if (typeof input.ipaddress === 'string') input.ipaddress = addressOf(input.ipaddress);
  if (input.displayrole === null) input.displayrole = 'Dashboard';
  if (typeof input.displayrole === 'string') input.displayrole = canonicalRole(input.displayrole);
  const left = (name: string) => (input[name] === undefined ? before?.[name] : input[name]) ?? null;
  if (left('fqdn') === null && left('ipaddress') === null)
    throw invalid('fqdn', 'Give the full name of the display or its IP address.');
}

function nameOf(given: string): string {
  const name = canonicalName(given);
  if (
    !/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(name) ||
    name.length > 253
  )
    throw invalid('fqdn', 'Use a full host name such as display-12.plant.example.');
  return name;
}

function addressOf(given: string): string {
  const address = given.trim();
  if (!isIP(address)) throw invalid('ipaddress', 'Use an IP address such as 10.1.2.3.');
  return canonicalAddress(address);
}
