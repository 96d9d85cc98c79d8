import type { WebPage } from '../page.ts';
import type { PluginWeb } from '../plugin-parts.tsx';

/**
 * The pages of the core. The last entry renders the pages of registers, and every path that no plugin has.
 */
export const BUILTIN_PAGES: WebPage[] = [
  {
    path: '/',
    help: 'first-steps#the-dashboard',
    load: async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: '/due',
    help: 'first-steps#due-dates',
    load: async () => (await import('./due/due-page.tsx')).DuePage,
  },
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
    help: 'agents#possible-duplicates',
    needs: 'assets.view',
    load: async () => (await import('./collisions/collisions-page.tsx')).CollisionsPage,
  },
  {
    path: '/imports',
    help: 'imports#import-a-file',
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
    help: 'imports#import-a-file',
    needs: 'login',
    load: async () => (await import('./imports/import-page.tsx')).ImportPage,
  },
  {
    path: '/account',
    help: 'security#your-account',
    needs: 'login',
    load: async () => (await import('./identity/account-page.tsx')).AccountPage,
  },
  {
    path: '/search',
    help: 'first-steps#find-anything',
    needs: 'assets.view',
    load: async () => (await import('./search/search-page.tsx')).SearchPage,
  },
  {
    path: '/map',
    help: 'first-steps#place-assets-on-the-floor-plan',
    load: async () => (await import('./map/map-page.tsx')).MapPage,
  },
  {
    path: '/lists',
    help: 'first-steps#work-with-lists',
    load: async () => (await import('./lists/lists-page.tsx')).ListsPage,
  },
  {
    path: '/admin/users',
    help: 'security#users-and-roles',
    needs: 'admin',
    load: async () => (await import('./admin/users-page.tsx')).UsersPage,
  },
  {
    path: '/admin/roles',
    help: 'security#users-and-roles',
    needs: 'admin',
    load: async () => (await import('./admin/roles-page.tsx')).RolesPage,
  },
  {
    path: '/admin/tokens',
    help: 'api#create-a-token',
    needs: 'apitokens.create',
    load: async () => (await import('./admin/tokens-page.tsx')).TokensPage,
  },
  ...['/admin/settings', '/admin/settings/$section'].map((path) => ({
    path,
    help: 'first-steps#settings',
    needs: 'settings.edit',
    load: async () => (await import('./admin/settings-page.tsx')).SettingsPage,
  })),
  {
    path: '/admin/audit',
    help: 'security#audit-log-and-undo',
    needs: 'admin',
    load: async () => (await import('./admin/audit-page.tsx')).AuditPage,
  },
  {
    path: '/admin/jobs',
    help: 'monitoring#jobs',
    needs: 'admin',
    load: async () => (await import('./admin/jobs-page.tsx')).JobsPage,
  },
  {
    path: '/admin/plugins',
    help: 'monitoring#plugins',
    needs: 'admin',
    load: async () => (await import('./admin/plugins-page.tsx')).PluginsPage,
  },
  {
    path: '/admin/system',
    help: 'monitoring#this-appliance',
    needs: 'admin',
    load: async () => (await import('./admin/appliance/appliance-page.tsx')).AppliancePage,
  },
  {
    path: '/reports',
    help: 'first-steps#reports',
    load: async () => (await import('./reports/reports-page.tsx')).ReportsPage,
  },
  {
    path: '/reports/schedules',
    help: 'first-steps#reports',
    needs: 'settings.edit',
    load: async () => (await import('./reports/schedules-page.tsx')).SchedulesPage,
  },
  {
    path: '/reports/$key',
    help: 'first-steps#reports',
    load: async () => (await import('./reports/report-page.tsx')).ReportPage,
  },
  { path: '/help', load: async () => (await import('./help/help-page.tsx')).HelpPage },
  { path: '/help/$chapter', load: async () => (await import('./help/chapter-page.tsx')).ChapterPage },
  { path: '/$', load: async () => (await import('../register/register-page.tsx')).RegisterPage },
];

/** Tabs and other parts of the core's own registers, declared as plugins declare theirs. */
export const builtinWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  help: {
    outbox: 'first-steps#mail-and-reminders',
    dashboarddefaults: 'kiosks-and-displays#displays',
    kioskdevices: 'kiosks-and-displays#set-up-a-kiosk',
    customfields: 'first-steps#custom-fields',
    labeltemplates: 'first-steps#labels',
  },
  fields: {
    'catalog.addresses': async () => (await import('../register/addresses-value.tsx')).addresses,
    'catalog.relationshiptype': async () =>
      (await import('../register/tabs/relationship-type.tsx')).relationshipType,
  },
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
