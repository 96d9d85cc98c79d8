import { definePlugin } from '../../src/kit/plugin.ts';
import { directoryRoutes } from './directory-routes.ts';
import { HrDirectory } from './hr/directory.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { migrations } from './migrations.ts';
import { WRONG_MODE } from './modes.ts';
import { findPersonName } from './people.ts';
import { photoRoutes } from './photo-routes.ts';
import { deleteUnusedPhoto, unusedPhotoInvariant } from './photos.ts';
import { employees } from './register.ts';
import { employeeSearch } from './search-source.ts';
import { employeeSettings } from './settings.ts';
import * as tables from './tables.ts';

/** The directory of people in the plant, stored here or read from an HR database. */
export const employeesPlugin = definePlugin({
  id: 'employees',
  title: 'Employees',
  description: 'Employees of the plant, stored here or read from an HR database',
  migrations,
  tables,
  permissions: { 'employees.view': 'Search employees' },
  settings: employeeSettings,
  registers: [employees],
  navigation: [
    {
      group: 'Records',
      title: 'Employees',
      icon: 'users',
      path: '/employees/directory',
      words: 'staff badge person',
      needs: 'employees.view',
      order: 5,
      area: '/employees',
    },
  ],
  invariants: [unusedPhotoInvariant],
  // Erased personal data stays erased when a backup is restored.
  revocationRules: [
    {
      table: tables.employees,
      identity: [tables.employees.employeeid, tables.employees.createddate],
      revokedState: null,
      afterDelete: (tx, { picture }) => {
        if (typeof picture === 'string') deleteUnusedPhoto(tx, picture);
      },
    },
  ],
  people: (host) => (sso) => findPersonName(host, sso),
  searchSources: [employeeSearch],
  errors: [WRONG_MODE],
  auditEntities: {
    employee: {
      id: tables.employees.employeeid,
      name: tables.employees.fullname,
      page: (id) => `/employees/record/${id}`,
    },
  },
  routes: (host) => [directoryRoutes(host), lookupRoutes(host), photoRoutes(host)],
  stop: (host) => host.getInstance(HrDirectory).end(),
});
