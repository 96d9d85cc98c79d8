import { type ComputerInventory, normaliseComputer } from './computer-inventory.ts';
import { type DeviceInventory, normaliseDevice } from './device-inventory.ts';
import type { InventoryDocument } from './inventory-body.ts';
import { InventoryError } from './inventory-error.ts';
import { inventoryMessage } from './inventory-schema.ts';
import { normaliseScannedComputer } from './scanned-computer.ts';

export type NormalisedInventory = ComputerInventory | DeviceInventory;

/**
 * Reads a decoded inventory, of either format, into what the register keeps. The same document always yields the
 * same result. Throws InventoryError with the fields at fault in `issues`.
 */
export function normaliseInventory(document: Pick<InventoryDocument, 'message'>): NormalisedInventory {
  const parsed = inventoryMessage.safeParse(document.message);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 20).map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    }));
    throw new InventoryError(`The inventory is not valid at ${issues[0]?.path}.`, 'invalid', issues);
  }
  const { deviceid, itemtype, action, partial, content } = parsed.data;
  if (deviceid === undefined) throw missing('deviceid');
  if (content === undefined) throw missing('content');
  const device = content.network_device;
  // A scan that cannot tell what answered says no type.
  const type = (itemtype ?? device?.type ?? (device ? 'Unmanaged' : 'Computer')).toLowerCase();
  if (type === 'computer') {
    const scanned = device && content.hardware === undefined;
    if (!scanned) return normaliseComputer(content, partial);
    const computer = normaliseScannedComputer(content);
    if (computer) return computer;
  }
  return {
    ...normaliseDevice(type, content),
    ...(action?.toLowerCase() === 'netdiscovery' && { isScan: true }),
  };
}

function missing(path: string): InventoryError {
  return new InventoryError(`The inventory has no ${path}.`, 'invalid', [{ path, message: 'Required' }]);
}
