import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const path = '/employees/directory';
const needs = 'employees.view';
const help = 'first-steps#employees';

export const employeesWeb: PluginWeb = {
  pages: [
    { path, help, needs, load: async () => (await import('./parts.ts')).DirectoryPage },
    {
      path: `${path}/new`,
      help,
      needs: 'admin',
      load: async () => (await import('./parts.ts')).NewPage,
    },
    {
      path: `${path}/$sso`,
      help,
      needs,
      load: async () => (await import('./parts.ts')).PersonPage,
    },
    {
      path: `${path}/$sso/edit`,
      help,
      needs: 'admin',
      load: async () => (await import('./parts.ts')).EditPage,
    },
    {
      path: '/employees/record/$employeeid',
      help,
      needs,
      load: async () => (await import('./parts.ts')).RecordPage,
    },
  ],
  fields: {
    'employee.photo': async () => (await import('./drawn-fields.tsx')).photo,
    employee: async () => (await import('./drawn-fields.tsx')).employee,
  },
};
