import { z } from 'zod';
import type { InventoryDocument } from './inventory-body.ts';

/**
 * Request of an agent. A notice is acknowledged and contains nothing to store. Notices are the start and end
 * of a scan, a device without an answer, and a request for parameters.
 */
export type AgentRequest =
  | { kind: 'contact'; enabledtasks: string[] }
  | { kind: 'prolog' }
  | { kind: 'inventory' }
  | { kind: 'notice' }
  | { kind: 'unsupported'; action: string };

const envelope = z.object({
  action: z.string().max(64).catch('inventory'),
  query: z.string().max(64).optional().catch(undefined),
  'enabled-tasks': z.array(z.string().max(64)).max(64).catch([]),
  content: z.object({ network_device: z.unknown() }).optional().catch(undefined),
});

const SCANS = new Set(['netinventory', 'netdiscovery', 'snmp', 'snmpquery']);

/**
 * Distinguishes the requests of the GLPI agent and OCS protocols. A message without an action or query is an
 * inventory.
 */
export function readAgentRequest({ message }: InventoryDocument): AgentRequest {
  const request = envelope.parse(message);
  const requestedAction =
    typeof message.action === 'string' ? request.action : (request.query ?? 'inventory');
  const action = requestedAction.toLowerCase();
  if (action === 'contact') return { kind: 'contact', enabledtasks: request['enabled-tasks'] };
  if (action === 'prolog') return { kind: 'prolog' };
  if (action === 'inventory') return { kind: 'inventory' };
  if (SCANS.has(action)) return { kind: request.content?.network_device == null ? 'notice' : 'inventory' };
  if (action === 'get_params') return { kind: 'notice' };
  return { kind: 'unsupported', action };
}
