import type {
  FieldDescriptor,
  FilterDescriptor,
  RegisterDescriptor,
} from '../../../../src/kit/resource/descriptor.ts';
import { CREDENTIAL_LABELS, type FleetRow, toChoices, VERDICT_LABELS } from '../labels.ts';

const column = (name: keyof FleetRow, title: string, more: Partial<FieldDescriptor> = {}) => ({
  name,
  title,
  kind: 'text' as const,
  required: false,
  readonly: true,
  createonly: false,
  list: 'shown' as const,
  section: 'General',
  sortable: true,
  ...more,
});

const reference = (
  name: string,
  title: string,
  ref: NonNullable<FilterDescriptor['ref']>,
): FilterDescriptor => ({ name, title, kind: 'ref', ref });

/** Describes the fleet as a register for the list components. The server has no such register. */
export const FLEET: RegisterDescriptor = {
  name: 'endpoints',
  path: '/endpoints',
  title: 'PCs',
  titleone: 'PC',
  description:
    'All computers of the register with the state of their agents. Add computers manually, by CSV import or with a collector, then install the agent.',
  icon: 'heart-rate-monitor',
  idfield: 'assetid',
  labelfield: 'hostname',
  softdelete: false,
  hasinactive: false,
  typedconfirmation: false,
  makessecret: false,
  isasset: false,
  csv: false,
  searchable: true,
  unpaged: false,
  can: { create: false, edit: false, delete: false },
  defaultsort: 'hostname',
  sorts: ['hostname', 'verdict', 'credentialstate', 'lastcheckin', 'name', 'assetnumber', 'agentversion'],
  newestfirst: false,
  pictured: false,
  verbs: [],
  ledgers: [],
  filters: [
    {
      name: 'verdict',
      title: 'State',
      kind: 'select',
      options: [{ value: 'notok', label: 'Not OK' }, ...toChoices(VERDICT_LABELS)],
    },
    { name: 'credential', title: 'Credential', kind: 'select', options: toChoices(CREDENTIAL_LABELS) },
    reference('computertypeid', 'Type', {
      register: 'computertypes',
      path: '/computers/types',
      idfield: 'computertypeid',
      labelfield: 'computertype',
    }),
    reference('locationid', 'Location', {
      register: 'locations',
      path: '/locations',
      idfield: 'locationid',
      labelfield: 'location',
    }),
    { name: 'agentversion', title: 'Agent', kind: 'text', whole: true },
  ],
  fields: [
    column('hostname', 'Host name'),
    column('verdict', 'State', { drawn: 'endpoints.verdict' }),
    column('credentialstate', 'Credential', { drawn: 'endpoints.credential' }),
    column('lastcheckin', 'Last check-in', { kind: 'instant' }),
    column('machinenumber', 'Machine'),
    column('loggedinuser', 'Logged-in user'),
    column('location', 'Location'),
    column('lockedby', 'Locked by', { drawn: 'endpoints.lock' }),
    column('agentversion', 'Agent'),
    column('assetnumber', 'Asset number'),
    column('serialnumber', 'Serial number', { list: 'hidden' }),
    column('ipaddress', 'IP address', { list: 'hidden' }),
    column('name', 'Name', { list: 'hidden' }),
    column('computertype', 'Type', { list: 'hidden' }),
  ],
};
