import { folded, index, integer, serial, sqliteTable, stamps, text } from '../../kit/data/columns.ts';
import { businessunits } from '../catalog/tables.ts';

export const dashboarddefaults = sqliteTable(
  'dashboarddefaults',
  {
    dashboarddefaultid: serial(),
    fqdn: folded().unique(),
    ipaddress: folded().unique(),
    displayrole: text().notNull(),
    businessunitid: integer().references(() => businessunits.businessunitid),
    ...stamps(),
  },
  (t) => [index('dashboarddefaults_unit').on(t.businessunitid)],
);
