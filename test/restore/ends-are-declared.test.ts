import { expect, test } from 'bun:test';
import { getTableName } from 'drizzle-orm';
import { plugins } from '../../plugins/index.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { tableNameOf } from '../../src/kit/data/query.ts';
import { revocationRulesOf } from '../../src/kit/restore/table-rules.ts';

const features = [...listCoreFeatures(plugins), ...plugins];
const ends = revocationRulesOf(features);
const uncopied = new Set(features.flatMap((feature) => (feature.excludedFromBackups ?? []).map(tableNameOf)));

/** Secrets that grant no access by themselves, with the reason. */
const HARMLESS: Record<string, string> = {
  'lastingstates.key': 'state of revoked entries',
  'lastingstates.state': 'state of revoked entries',
  'endpointcredentials.noncehash': 'sent with the secret of the same row',
  'parkedcredentials.noncehash': 'sent with the secret of the same row',
  'enrollmentcandidates.noncehash': 'the enrollment request decides',
};

/** Tables without undo that grant no permission by themselves, with the reason. */
const NO_GRANT: Record<string, string> = {
  roles: 'permissions and members of a role are rows of other tables',
  servercertificates: 'the server uses the files in certs/, not the row',
};

/**
 * Settings that keep their restored values, by the reason. They grant no access, and PCs disclose nothing
 * because of them.
 */
const NO_DOOR: Record<string, string[]> = {
  'plant name and design of pages, labels and slides': [
    'site_name',
    'display_fqdn_domain',
    'date_format',
    'time_format',
    'branding_accent',
    'branding_logo_site',
    'branding_logo_qr',
    'branding_logo_badge',
    'branding_logo_favicon',
    'map_blueprint_light',
    'map_blueprint_dark',
    'slides_lobby_seconds',
    'slides_shopfloor_seconds',
  ],
  'address of the appliance; callers still need their credentials': ['site_url'],
  'state of the wizard; the existence of an account decides': ['setup_complete'],
  'destination of a secret that is bound to this value': [
    'smtp_host',
    'smtp_port',
    'smtp_security',
    'smtp_ca',
    'smtp_user',
    'smtp_auth',
    'smtp_oauth_tenant',
    'smtp_oauth_token_url',
    'smtp_oauth_client_id',
    'smtp_oauth_scope',
    'smtp_from',
    'smtp_hostname',
    'zabbix_url',
    'label_printer_port',
  ],
  'content to read from a database whose address is a secret': [
    'employee_directory_mode',
    'hr_table',
    'hr_column_sso',
    'hr_column_firstname',
    'hr_column_lastname',
    'hr_column_team',
    'hr_column_role',
    'hr_column_picture',
  ],
  retention: [
    'history_days',
    'import_days',
    'undo_days',
    'endpoints_command_days',
    'enforce_report_days',
    'backup_keep_daily',
    'backup_keep_weekly',
    'backup_keep_monthly',
  ],
  'time of jobs, alerts and reminders': [
    'reminder_hour',
    'backup_schedule',
    'backup_alarm_told',
    'backup_failed_targets',
    'backup_alerted_targets',
    'backup_alarm_hours',
    'endpoints_poll_seconds',
    'endpoints_alert_seconds',
    'enforce_every_minutes',
    'usb_overdue_days',
    'supplies_low_percent',
    'supplies_critical_percent',
    'supplies_stale_hours',
  ],
  'limits of permitted use': [
    'endpoints_pending_per_address',
    'enforce_payload_max_mb',
    'enforce_payload_per_minute',
    'enforce_payload_store_gb',
  ],
};

test('each secret that grants access has a revocation rule', () => {
  const covered = new Set(
    ends.flatMap(({ table, identity, taken = [] }) =>
      [...identity, ...taken].flatMap((part) => ('by' in part ? [] : [`${tableNameOf(table)}.${part.name}`])),
    ),
  );
  const secrets = features.flatMap((feature) => feature.secrets ?? []);
  expect(secrets.length).toBeGreaterThan(5);
  const open = secrets
    .filter(({ table }) => !uncopied.has(getTableName(table)))
    .map(({ table, name }) => `${getTableName(table)}.${name}`)
    .filter((name) => !covered.has(name) && !(name in HARMLESS));
  expect(open).toEqual([]);
});

test('each irreversible table has a revocation rule or a stated reason', () => {
  const covered = new Set(ends.map(({ table }) => tableNameOf(table)));
  const final = features.flatMap((feature) => (feature.irreversibleTables ?? []).map(tableNameOf));
  expect(final.length).toBeGreaterThan(5);
  const open = final.filter((name) => !uncopied.has(name) && !covered.has(name) && !(name in NO_GRANT));
  expect(open).toEqual([]);
});

test('each setting keeps its current value in a restore or has a stated reason', () => {
  const settings = features.flatMap((feature) => feature.settings ?? []);
  const isKept = ({ secret, lasting }: (typeof settings)[number]) => Boolean(secret || lasting);
  const reasoned = Object.values(NO_DOOR).flat();
  expect(settings.filter(isKept).length).toBeGreaterThan(15);
  expect(
    settings
      .filter((one) => !isKept(one))
      .map(({ key }) => key)
      .sort(),
  ).toEqual(reasoned.sort());
});
