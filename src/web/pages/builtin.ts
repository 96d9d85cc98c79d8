import type { WebPage } from '../page.ts';
import type { PluginWeb } from '../plugin-parts.tsx';

/** The pages of the core. All other pages in the shell are registers, which the last entry renders. */
export const BUILTIN_PAGES: WebPage[] = [
  { path: '/', load: async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage },
  { path: '/login', bare: true, load: async () => (await import('./identity/login-page.tsx')).LoginPage },
  { path: '/setup', bare: true, load: async () => (await import('./setup/setup-page.tsx')).SetupPage },
  {
    path: '/print/asset-label/$type/$id',
    bare: true,
    load: async () => (await import('./labels/label-page.tsx')).LabelPage,
  },
  {
    path: '/print/labels/$type',
    bare: true,
    load: async () => (await import('./labels/label-page.tsx')).LabelsPage,
  },
  {
    path: '/assets/collisions',
    needs: 'assets.view',
    load: async () => (await import('./collisions/collisions-page.tsx')).CollisionsPage,
  },
  {
    path: '/imports',
    needs: 'assets.create',
    load: async () => (await import('./imports/imports-page.tsx')).ImportsPage,
  },
  {
    // Redirects users who look for the imports under the path of their menu group.
    path: '/admin/imports',
    load: async () => (await import('./imports/admin-imports.tsx')).AdminImports,
  },
  {
    path: '/imports/$importid',
    needs: 'login',
    load: async () => (await import('./imports/import-page.tsx')).ImportPage,
  },
  {
    path: '/account',
    needs: 'login',
    load: async () => (await import('./identity/account-page.tsx')).AccountPage,
  },
  {
    path: '/search',
    needs: 'assets.view',
    load: async () => (await import('./search/search-page.tsx')).SearchPage,
  },
  { path: '/map', load: async () => (await import('./map/map-page.tsx')).MapPage },
  {
    path: '/admin/users',
    needs: 'admin',
    load: async () => (await import('./admin/users-page.tsx')).UsersPage,
  },
  {
    path: '/admin/roles',
    needs: 'admin',
    load: async () => (await import('./admin/roles-page.tsx')).RolesPage,
  },
  {
    path: '/admin/tokens',
    needs: 'apitokens.create',
    load: async () => (await import('./admin/tokens-page.tsx')).TokensPage,
  },
  {
    path: '/admin/settings',
    needs: 'settings.edit',
    load: async () => (await import('./admin/settings-page.tsx')).SettingsPage,
  },
  {
    path: '/admin/audit',
    needs: 'admin',
    load: async () => (await import('./admin/audit-page.tsx')).AuditPage,
  },
  { path: '/admin/jobs', needs: 'admin', load: async () => (await import('./admin/jobs-page.tsx')).JobsPage },
  {
    path: '/admin/plugins',
    needs: 'admin',
    load: async () => (await import('./admin/plugins-page.tsx')).PluginsPage,
  },
  {
    path: '/admin/system',
    needs: 'admin',
    load: async () => (await import('./admin/appliance/appliance-page.tsx')).AppliancePage,
  },
  { path: '/reports', load: async () => (await import('./reports/reports-page.tsx')).ReportsPage },
  {
    path: '/reports/schedules',
    needs: 'settings.edit',
    load: async () => (await import('./reports/schedules-page.tsx')).SchedulesPage,
  },
  { path: '/reports/$key', load: async () => (await import('./reports/report-page.tsx')).ReportPage },
  { path: '/$', load: async () => (await import('../register/register-page.tsx')).RegisterPage },
];

/** Tabs and other parts of the core's own registers, declared as plugins declare theirs. */
export const builtinWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  listActions: [
    {
      register: 'outbox',
      load: async () => (await import('./outbox/outbox-actions.tsx')).OutboxActions,
    },
  ],
  tabs: [
    {
      register: 'applications',
      name: 'versions',
      title: 'Versions and packages',
      load: async () => (await import('../register/tabs/versions-tab.tsx')).VersionsTab,
    },
  ],
};
