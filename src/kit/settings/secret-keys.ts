/**
 * The keys of settings that are secret in any category, even while their plugin is disabled. A value that was
 * entered during that time is just as secret.
 */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  'smtp_password',
  'endpoints_shared_key',
  'zabbix_token',
  'hr_database_url',
  'alert_webhook_url',
]);
