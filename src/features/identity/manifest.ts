import type { NavigationEntry } from '../../kit/contributions.ts';
import { declareSettings } from '../../kit/settings/declare.ts';

export const permissions = {
  'apitokens.create': 'Create and change own API tokens',
} as const;

export const settings = declareSettings('identity', {
  access_token_minutes: {
    title: 'Sign-in lifetime (minutes)',
    description: 'Time until the browser automatically renews the sign-in.',
    type: 'integer',
    min: 1,
    max: 1440,
    default: '30',
    lasting: true,
  },
  refresh_token_days: {
    title: 'Stay signed in (days)',
    description: 'After this many days without a visit, users must sign in again with their password.',
    type: 'integer',
    min: 1,
    max: 365,
    default: '30',
    lasting: true,
  },
});

export const anonymousReadSettings = declareSettings('site', {
  anonymous_read: {
    title: 'Anonymous access',
    description:
      'Lists and pages that are visible without sign-in. Secrets and the list of users are never visible. With Everything, the history of assets shows the user name behind each change. The images of floor plans are always public.',
    needs: 'admin',
    type: 'select',
    options: ['full', 'basic', 'none'],
    words: {
      full: 'Everything',
      basic: 'Everything except personal data, addresses, remote access and history',
      none: 'Nothing (sign-in required)',
    },
    default: 'full',
    lasting: ['full', 'basic', 'none'],
  },
});

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Admin',
    family: 'Access',
    title: 'Users',
    icon: 'users',
    path: '/admin/users',
    words: 'account password login',
    needs: 'admin',
    order: 10,
  },
  {
    group: 'Admin',
    family: 'Access',
    title: 'Roles',
    icon: 'shield',
    path: '/admin/roles',
    words: 'permission rights access',
    needs: 'admin',
    order: 20,
  },
  {
    group: 'Admin',
    family: 'Access',
    title: 'API tokens',
    icon: 'key',
    path: '/admin/tokens',
    words: 'api key script integration',
    needs: 'apitokens.create',
    order: 30,
  },
];
