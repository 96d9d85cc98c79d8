/** What an agent can be asked to do. */
export const ACTIONS = [
  'scheduledtask_run',
  'update_app',
  'run_script',
  'collect_log',
  'inventory_refresh',
  'enforce_run',
  'printers_sync',
  'restart_agent',
  'reboot',
  'message',
] as const;
export type Action = (typeof ACTIONS)[number];
