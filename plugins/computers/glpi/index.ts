export { isPlaceholder } from '../../../src/kit/placeholder-values.ts';
export {
  type AgentAnswer,
  type AgentWire,
  answerContact,
  answerError,
  answerInventory,
  answerProlog,
  NO_JOBS,
} from './agent-answers.ts';
export { type AgentRequest, readAgentRequest } from './agent-request.ts';
export type { ComputerInventory } from './computer-inventory.ts';
export type { DeviceInventory } from './device-inventory.ts';
export { compareVersions, dedupeApps, type ReportedApp } from './installed-apps.ts';
export { decodeInventoryBody, type InventoryDocument } from './inventory-body.ts';
export { InventoryError, type InventoryErrorReason } from './inventory-error.ts';
export { filterUsableIpAddresses } from './network-addresses.ts';
export { type NormalizedInventory, normalizeInventory } from './normalize-inventory.ts';
export {
  type AgentBody,
  type AgentMessage,
  parseAgentMessage,
  type RejectedMessage,
} from './parse-agent-message.ts';
