import type { Client } from './client.ts';
import { COLLECTOR_KEY, type Site } from './site.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

/** Returns functions that send inventories and read their results. */
export function createReporter(site: Site) {
  const collector: Client = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const answerOf = async (sent: Promise<{ status: number; text: string }>): Promise<Any> => {
    const { status, text } = await sent;
    if (status !== 200) throw new Error(`The report was answered ${status}: ${text}`);
    return JSON.parse(text).data;
  };
  const list = async (path: string): Promise<Any[]> => (await site.admin.get(path)).data;
  return {
    collector,
    /** Sends one or several records to the computers collector. */
    report: (body: unknown): Promise<Any> => answerOf(collector.post('/api/collector/computers', body)),
    /** Sends an inventory in JSON as a GLPI Agent does. */
    inventory: (content: object, more: object = {}): Promise<Any> =>
      answerOf(
        collector.post('/api/collector/glpi', {
          action: 'inventory',
          deviceid: 'pc-2026-01-01-00-00-00',
          itemtype: 'Computer',
          content: { versionclient: 'GLPI-Agent_v1.11', ...content },
          ...more,
        }),
      ),
    /** Sends a message of the OCS protocol and returns the status of the response. */
    xml: async (body: string): Promise<number> =>
      (await collector.with({ 'content-type': 'application/xml' }).raw('POST', '/api/collector/glpi', body))
        .status,
    computers: () => list('/api/computers?per_page=100&active=false&sort=hostname'),
    assets: (search = '') => list(`/api/assets?per_page=100&search=${encodeURIComponent(search)}`),
    asset: async (assetid: number): Promise<Any> => (await site.admin.get(`/api/assets/${assetid}`)).data,
    addresses: (assetid: number) => list(`/api/assets/${assetid}/communications`),
    history: (assetid: number) => list(`/api/assets/${assetid}/history?per_page=100`),
    collisions: () => list('/api/assets/collisions'),
    decide: (collisionid: number, same: boolean) =>
      site.admin.post(`/api/assets/collisions/${collisionid}/decide`, { same }),
    audits: () => list('/api/auditlogs?per_page=100'),
  };
}
