import { eq } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { businessunits } from '../catalog/tables.ts';
import { dashboarddefaults } from './tables.ts';

const selectMapping = () =>
  build
    .select({
      displayrole: dashboarddefaults.displayrole,
      businessunitid: dashboarddefaults.businessunitid,
      businessunit: businessunits.businessunit,
    })
    .from(dashboarddefaults)
    .leftJoin(businessunits, eq(businessunits.businessunitid, dashboarddefaults.businessunitid));

export const mappingOfName = query((params: Params<{ fqdn: string }>) =>
  selectMapping().where(eq(dashboarddefaults.fqdn, params.fqdn)),
);

export const mappingOfAddress = query((params: Params<{ ipaddress: string }>) =>
  selectMapping().where(eq(dashboarddefaults.ipaddress, params.ipaddress)),
);
