import { z } from 'zod';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { ServerPins } from './checkin/server-pins.ts';
import { validateSharedKey } from './manifest.ts';

const view = z
  .object({
    sharedkeyenabled: z.boolean(),
    sharedkeyset: z.boolean(),
    minimumagentversion: z.string(),
    pollseconds: z.int(),
    alertseconds: z.int(),
    pinned: z.boolean().meta({
      description:
        'Whether agents and installers pin the certificate of this appliance; false when it runs without TLS.',
    }),
  })
  .meta({ id: 'EndpointSettings' });

const change = z
  .object({
    sharedkeyenabled: z.boolean().optional(),
    sharedkey: z
      .string()
      .max(255)
      .refine(
        (key) => key === '' || !validateSharedKey(key),
        'A shared key must have at least 24 characters.',
      )
      .optional()
      .meta({ description: 'New shared key; empty removes it.' }),
    minimumagentversion: z
      .string()
      .regex(/^\d{1,5}\.\d{1,5}\.\d{1,9}$/, 'Enter three numbers, such as 0.1.0.')
      .optional(),
    pollseconds: z.int().min(5).max(86_400).optional(),
    alertseconds: z.int().min(5).max(3600).optional(),
  })
  .meta({ id: 'EndpointSettingsChange' });

const KEYS = {
  sharedkeyenabled: 'endpoints_shared_key_enabled',
  sharedkey: 'endpoints_shared_key',
  minimumagentversion: 'endpoints_minimum_agent_version',
  pollseconds: 'endpoints_poll_seconds',
  alertseconds: 'endpoints_alert_seconds',
} as const;

const viewOf = (host: Host): z.output<typeof view> => ({
  ...readStored(host),
  pinned: host.getInstance(ServerPins).list.length > 0,
});

const readStored = ({ settings }: Host) => ({
  sharedkeyenabled: settings.boolean(KEYS.sharedkeyenabled),
  sharedkeyset: settings.text(KEYS.sharedkey) !== '',
  minimumagentversion: settings.text(KEYS.minimumagentversion),
  pollseconds: settings.integer(KEYS.pollseconds),
  alertseconds: settings.integer(KEYS.alertseconds),
});

function store({ settings }: Host, context: WriteContext, input: z.output<typeof change>): void {
  for (const [name, key] of Object.entries(KEYS)) {
    const value = input[name as keyof typeof KEYS];
    if (value !== undefined) settings.set(context, key, String(value));
  }
}

/** Routes to read and change the settings for agents. */
export const endpointSettingsRoutes = (host: Host): Api =>
  api('/api/endpoints/settings')
    .get(
      '',
      () => viewOf(host),
      routeOptions({
        access: 'admin',
        summary: 'Settings for agents',
        tag: 'endpoints',
        responseSchema: view,
      }),
    )
    .put(
      '',
      ({ call, body }) => {
        store(host, call.context, body);
        return viewOf(host);
      },
      routeOptions({
        access: 'admin',
        summary: 'Change the settings for agents',
        tag: 'endpoints',
        body: change,
        responseSchema: view,
      }),
    );
