import { IgnoredValues } from '../../../src/kit/ignored-fields.ts';
import { type ComputerInventory, normalizeComputer } from './computer-inventory.ts';
import { type DeviceInventory, normalizeDevice } from './device-inventory.ts';
import type { InventoryDocument } from './inventory-body.ts';
import { InventoryError } from './inventory-error.ts';
import { type InventoryContent, inventoryEnvelope, readContent } from './inventory-schema.ts';
import { normalizeScannedComputer } from './scanned-computer.ts';

export type NormalizedInventory = ComputerInventory | DeviceInventory;

/**
 * Converts a decoded inventory of either format to the data that the register stores. The same document
 * always gives the same result. Throws InventoryError with the invalid fields in `issues`.
 */
export function normalizeInventory(document: Pick<InventoryDocument, 'message'>): NormalizedInventory {
  const envelope = envelopeOf(document.message);
  const { deviceid } = envelope;
  if (deviceid === undefined) throw missingValueError('deviceid');
  const ignored = new IgnoredValues();
  const content = readContent(document.message.content, '', ignored);
  if (content === undefined) throw missingValueError('content');
  const inventory = inventoryOf(content, { ...envelope, deviceid });
  if (hasUnreadableStart(inventory, content)) ignored.add('operatingsystem.boot_time');
  return { ...inventory, ...(ignored.fields && { ignored: ignored.fields }) };
}

const hasUnreadableStart = (inventory: NormalizedInventory, { operatingsystem }: InventoryContent): boolean =>
  inventory.kind === 'computer' &&
  !inventory.isScan &&
  operatingsystem?.boot_time !== undefined &&
  inventory.lastboottime === undefined;

type Envelope = ReturnType<typeof envelopeOf>;

function envelopeOf(message: Record<string, unknown>) {
  const parsed = inventoryEnvelope.safeParse(message);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new InventoryError(`The inventory is not valid at ${issues[0]?.path}.`, 'invalid', issues);
}

function inventoryOf(
  content: InventoryContent,
  { deviceid, itemtype, action, partial }: Envelope & { deviceid: string },
): NormalizedInventory {
  const device = content.network_device;
  // A scan reports no type when it cannot identify the device.
  const type = (itemtype ?? device?.type ?? (device ? 'Unmanaged' : 'Computer')).toLowerCase();
  if (type === 'computer') {
    const scanned = device && content.hardware === undefined;
    if (!scanned) return normalizeComputer(content, partial, deviceid);
    const computer = normalizeScannedComputer(content);
    if (computer) return computer;
  }
  return {
    ...normalizeDevice(type, content),
    ...(action?.toLowerCase() === 'netdiscovery' && { isScan: true }),
  };
}

function missingValueError(path: string): InventoryError {
  return new InventoryError(`The inventory has no ${path}.`, 'invalid', [{ path, message: 'Required' }]);
}
