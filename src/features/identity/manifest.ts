import type { NavigationEntry } from '../../kit/contributions.ts';
import { declareSettings } from '../../kit/settings/declare.ts';

export const permissions = {
  'apitokens.create': "Make and change one's own API tokens",
} as const;

export const settings = declareSettings('identity', {
  access_token_minutes: {
    title: 'Sign-in lifetime (minutes)',
    description: 'How long a sign-in works before the browser renews it by itself.',
    type: 'integer',
    min: 1,
    max: 1440,
    default: '30',
    lasting: true,
  },
  refresh_token_days: {
    title: 'Stay signed in (days)',
    description: 'After this long without a visit, people sign in with their password again.',
    type: 'integer',
    min: 1,
    max: 365,
    default: '30',
    lasting: true,
  },
});

export const anonymousReadSettings = declareSettings('site', {
  anonymous_read: {
    title: 'Without signing in, people read',
    description:
      'Lists and pages that need no sign-in. Secrets and the list of accounts are never among them, but with Everything the history of assets shows who changed what, by login name. The levels of the map and their floor plans are public whatever is chosen.',
    needs: 'admin',
    type: 'select',
    options: ['full', 'basic', 'none'],
    words: {
      full: 'Everything',
      basic: 'Everything but people, addresses, ways in and history',
      none: 'Nothing: they sign in first',
    },
    default: 'full',
    lasting: ['full', 'basic', 'none'],
  },
});

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  { group: 'Admin', title: 'Users', icon: 'users', path: '/admin/users', needs: 'admin', order: 10 },
  { group: 'Admin', title: 'Roles', icon: 'shield', path: '/admin/roles', needs: 'admin', order: 20 },
  {
    group: 'Admin',
    title: 'API tokens',
    icon: 'key',
    path: '/admin/tokens',
    needs: 'apitokens.create',
    order: 30,
  },
];
