import type { Site } from './site.ts';

/** An alert that the webhook received. */
export interface ReceivedAlert {
  event: string;
  title: string;
  severity: string;
  text: string;
}

export interface AlertReceiver {
  /** Alerts since the start. A test may empty the list. */
  received: ReceivedAlert[];
  stop(): Promise<void>;
}

/** Starts a receiver of the alerts of a site. */
export async function receiveAlerts({ admin }: Site): Promise<AlertReceiver> {
  const received: ReceivedAlert[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      received.push((await request.json()) as ReceivedAlert);
      return new Response('ok');
    },
  });
  const { status } = await admin.put('/api/settings/alert_webhook_url', {
    value: `http://127.0.0.1:${server.port}/`,
  });
  if (status !== 200) throw new Error(`The webhook could not be set: ${status}.`);
  return { received, stop: () => server.stop(true) };
}
