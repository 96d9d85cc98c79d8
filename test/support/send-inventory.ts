import { expect } from 'bun:test';
import { COLLECTOR_KEY, type Site } from './site.ts';

let sent = 0;

/** Sends a GLPI inventory as a new PC. Returns the response and the stored record of the PC. */
export async function submitInventory(site: Site, content: object, own: object = {}) {
  const name = `odd-${++sent}`;
  const { hardware, bios, ...rest } = content as Record<string, object>;
  const message = {
    action: 'inventory',
    deviceid: `${name}-2026-01-31-08-00-00`,
    content: {
      hardware: { name, ...hardware },
      bios: { ssn: `SN-${name}`, ...bios },
      versionclient: 'GLPI-Agent_v1.15',
      ...rest,
      ...own,
    },
  };
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const answer = await collector.post('/api/collector/glpi', message);
  expect([JSON.stringify(content).slice(0, 200), answer.status]).toEqual([expect.any(String), 200]);
  const { assetid, ignored } = JSON.parse(answer.text).data;
  const pc = (await site.admin.get(`/api/computers/by-asset/${assetid}`)).data;
  const parts = (await site.admin.get(`/api/computers/${pc.computerid}/hardware`)).data;
  return { ignored, pc, parts };
}
