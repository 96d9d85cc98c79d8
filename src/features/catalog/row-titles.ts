import type { RowTitles } from '../../kit/contributions.ts';

/** The titles of what belongs to assets in histories and in the audit log. */
export const CATALOG_ROW_TITLES: Readonly<Record<string, RowTitles>> = {
  communications: {
    one: 'Address',
    fields: {
      assetid: { title: 'Asset', kind: 'ref', ref: { register: 'assets' } },
      commtype: {
        title: 'Type of address',
        kind: 'select',
        options: { ip: 'IP address', mac: 'MAC address', serial: 'Serial address' },
      },
      address: { title: 'Address' },
      isprimary: { title: 'Primary address', kind: 'boolean' },
      notes: { title: 'Notes of the address' },
    },
  },
  relationships: {
    one: 'Connection',
    fields: {
      sourceassetid: { title: 'From', kind: 'ref', ref: { register: 'assets' } },
      targetassetid: { title: 'To', kind: 'ref', ref: { register: 'assets' } },
      relationshiptypeid: { title: 'Connection type', kind: 'ref', ref: { register: 'relationshiptypes' } },
      notes: { title: 'Notes of the connection' },
      /** The text of a connection in the history of an asset. */
      connection: { title: 'Connection' },
    },
  },
};
