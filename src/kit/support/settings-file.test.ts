import { expect, test } from 'bun:test';
import type { DeclaredSetting } from '../declared-data.ts';
import { NameFieldMatcher } from './known-names.ts';
import { NameMask } from './name-mask.ts';
import { Redactor } from './redactor.ts';
import { SecretMask } from './secret-mask.ts';
import { describeSettings, type StoredSetting } from './settings-file.ts';

const setting = (key: string, type: DeclaredSetting['type'], more: Partial<DeclaredSetting> = {}) => ({
  key,
  title: key,
  category: 'site',
  type,
  default: '',
  secret: false,
  ...more,
});
const row = (key: string, value: string | null, sealed: string | null = null): StoredSetting => ({
  key,
  value,
  sealed,
  category: 'general',
});

const DECLARED = [
  setting('days', 'integer', { default: '30' }),
  setting('site_url', 'url'),
  setting('smtp_user', 'string'),
  setting('alert_recipients', 'string'),
  setting('smtp_from', 'string'),
  setting('plant_manager', 'string'),
  setting('note', 'text'),
  setting('backup_passphrase', 'string', { secret: true }),
  setting('left_clear', 'string', { secret: true }),
  setting('zabbix_token', 'string'),
];
const STORED = [
  row('days', '60'),
  row('site_url', 'https://user:pass@plant.example/x?token=1'),
  row('smtp_user', 'relay'),
  row('alert_recipients', 'grace@plant.example'),
  row('smtp_from', 'Hans Gruber'),
  row('plant_manager', 'Hans Gruber <hans.gruber@plant.example>'),
  row('note', 'Call Grace at 10.1.2.3'),
  row('backup_passphrase', null, 'sealed'),
  row('left_clear', 'clear-secret'),
  row('zabbix_token', 'clear-token'),
  row('door_pin_of_grace', '4711'),
];

function describeAll(isPersonal: boolean): Record<string, unknown> {
  const names = isPersonal ? undefined : new NameMask([['Grace', 'person']], new NameFieldMatcher([]));
  const redactor = new Redactor({ secrets: new SecretMask([]), names, isComplete: true });
  const settings = describeSettings({ declared: DECLARED, stored: STORED, redactor, isPersonal });
  return Object.fromEntries(
    Object.entries(settings).map(([key, one]) => [key, (one as { value: string }).value]),
  );
}

test('describeSettings returns values, and only "set" for secret and undeclared settings', () => {
  expect(describeAll(true)).toEqual({
    days: '60',
    site_url: 'https://plant.example/x?********',
    smtp_user: 'relay',
    alert_recipients: 'grace@plant.example',
    smtp_from: 'Hans Gruber',
    plant_manager: 'Hans Gruber <hans.gruber@plant.example>',
    note: 'Call Grace at 10.1.2.3',
    backup_passphrase: 'set',
    left_clear: 'set',
    zabbix_token: 'set',
    door_pin_of_grace: 'set',
  });
});

test('describeSettings masks accounts, names and addresses when personal data is excluded', () => {
  expect(describeAll(false)).toEqual({
    days: '60',
    site_url: 'https://plant.example/x?********',
    smtp_user: 'set',
    alert_recipients: 'set',
    smtp_from: 'set',
    plant_manager: 'set',
    note: 'Call person-1 at address-1',
    backup_passphrase: 'set',
    left_clear: 'set',
    zabbix_token: 'set',
    'door_pin_of_person-1': 'set',
  });
});
