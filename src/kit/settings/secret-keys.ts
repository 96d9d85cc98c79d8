/**
 * Settings that are secret in whatever category, and whether or not the plugin runs that asks for them: what was
 * entered while it was off is no less secret.
 */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  'smtp_password',
  'endpoints_shared_key',
  'zabbix_token',
  'hr_database_url',
  'alert_webhook_url',
]);
