import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

const path = '/employees/directory';
const needs = 'employees.view';

export const employeesWeb: PluginWeb = {
  pages: [
    { path, needs, load: async () => (await import('./parts.ts')).DirectoryPage },
    { path: `${path}/new`, needs: 'admin', load: async () => (await import('./parts.ts')).NewPage },
    { path: `${path}/$sso`, needs, load: async () => (await import('./parts.ts')).PersonPage },
    { path: `${path}/$sso/edit`, needs: 'admin', load: async () => (await import('./parts.ts')).EditPage },
    {
      path: '/employees/record/$employeeid',
      needs,
      load: async () => (await import('./parts.ts')).RecordPage,
    },
  ],
  fields: {
    'employee.photo': async () => (await import('./drawn-fields.tsx')).photo,
    employee: async () => (await import('./drawn-fields.tsx')).employee,
  },
};
