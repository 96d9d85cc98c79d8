import type { AgentWire } from './agent-answers.ts';
import { type AgentRequest, readAgentRequest } from './agent-request.ts';
import type { ReportedApp } from './installed-apps.ts';
import { decodeInventoryBody } from './inventory-body.ts';
import { InventoryError, type InventoryErrorReason } from './inventory-error.ts';
import { type NormalizedInventory, normalizeInventory } from './normalize-inventory.ts';

/** Raw request of an agent. */
export interface AgentBody {
  bytes: Uint8Array;
  contentType: string | null;
  contentEncoding: string | null;
}

/** Parsed request: the format of the agent, its action, and its inventory if it sent one. */
export interface AgentMessage {
  wire: AgentWire;
  request: AgentRequest;
  inventory?: NormalizedInventory;
}

export interface RejectedMessage {
  message: string;
  reason: InventoryErrorReason;
  issues: { path: string; message: string }[];
  wire: AgentWire | undefined;
}

/** Programs in one piece that a thread hands over, which is processed in one event-loop turn. */
const SLICE_APPLICATIONS = 2000;

/**
 * Parses a body, with a maximum number of bytes before and after inflating. Throws InventoryError for a body
 * that is too large or malformed, and for an unusable inventory.
 */
export function parseAgentMessage(
  { bytes, contentType, contentEncoding }: AgentBody,
  most?: number,
): AgentMessage {
  const document = decodeInventoryBody(bytes, contentType, contentEncoding, most);
  const wire = { format: document.format, compression: document.compression };
  try {
    const request = readAgentRequest(document);
    return {
      wire,
      request,
      ...(request.kind === 'inventory' && { inventory: normalizeInventory(document) }),
    };
  } catch (cause) {
    if (cause instanceof InventoryError) cause.wire = wire;
    throw cause;
  }
}

/**
 * Parses a body in a worker like `parseAgentMessage`. Yields the programs in pieces, then returns the rest of
 * the message or its rejection.
 */
export function* parseAgentMessageInSteps(
  body: AgentBody,
): Generator<ReportedApp[], { understood: AgentMessage } | { refused: RejectedMessage }> {
  try {
    const understood = parseAgentMessage(body);
    const { inventory } = understood;
    if (inventory?.kind !== 'computer' || !inventory.installedapps) return { understood };
    const { installedapps, ...rest } = inventory;
    for (let at = 0; at < installedapps.length; at += SLICE_APPLICATIONS)
      yield installedapps.slice(at, at + SLICE_APPLICATIONS);
    return { understood: { ...understood, inventory: { ...rest, installedapps: [] } } };
  } catch (cause) {
    if (!(cause instanceof InventoryError)) throw cause;
    const { message, reason, issues, wire } = cause;
    return { refused: { message, reason, issues, wire } };
  }
}
