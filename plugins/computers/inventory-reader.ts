import { MAX_INLINE_BODY_BYTES } from '../../src/features/collector/index.ts';
import type { Host } from '../../src/kit/host.ts';
import { type JobCaller, WorkerQueue } from '../../src/kit/work/worker-queue.ts';
import {
  type AgentBody,
  type AgentMessage,
  InventoryError,
  parseAgentMessage,
  type RejectedMessage,
  type ReportedApp,
} from './glpi/index.ts';

/** Worker thread that reads large inventories. */
export class InventoryReader extends WorkerQueue<
  AgentBody,
  ReportedApp[],
  { understood: AgentMessage } | { refused: RejectedMessage }
> {
  constructor() {
    super('plugins/computers/glpi/inventory.worker.ts');
  }
}

/**
 * Reads an agent's body. A small one is read here; a larger one, or one that inflates to more, is read in the
 * worker. Throws InventoryError when it is not acceptable.
 */
export async function readInventory(host: Host, body: AgentBody, from: JobCaller): Promise<AgentMessage> {
  try {
    return parseAgentMessage(body, MAX_INLINE_BODY_BYTES);
  } catch (cause) {
    const isLarge = cause instanceof InventoryError && cause.reason === 'toolarge';
    if (!isLarge) throw cause;
  }
  const apps: ReportedApp[] = [];
  const read = await host.getInstance(InventoryReader).run(body, from, (piece) => apps.push(...piece));
  if ('refused' in read) {
    const { message, reason, issues, wire } = read.refused;
    throw Object.assign(new InventoryError(message, reason, issues), { wire });
  }
  const { inventory } = read.understood;
  if (inventory?.kind === 'computer' && inventory.installedapps) inventory.installedapps = apps;
  return read.understood;
}
