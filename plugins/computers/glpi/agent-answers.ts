import { deflateSync, gzipSync } from 'node:zlib';
import type { InventoryDocument } from './inventory-body.ts';

/** Format of the agent's request. It reads answers in the same format. */
export type AgentWire = Pick<InventoryDocument, 'format' | 'compression'>;

/** Body and Content-Type of an answer. */
export interface AgentAnswer {
  body: Uint8Array<ArrayBuffer>;
  contenttype: string;
}

/** Default hours between two reports. */
export const DEFAULT_REPORT_HOURS = 24;

/** GLPI release whose inventory format the agent must write. */
const SPOKEN_GLPI_VERSION = '10.0.0';

/**
 * Returns the answer to CONTACT. It requests inventories and disables every other enabled task. The server
 * and version of the task keep the agent from sending a PROLOG as well.
 */
export function answerContact(
  wire: AgentWire,
  enabledtasks: readonly string[],
  hours = DEFAULT_REPORT_HOURS,
): AgentAnswer {
  const disabled = enabledtasks.map((task) => task.toLowerCase()).filter((task) => task !== 'inventory');
  return json(wire, {
    status: 'ok',
    expiration: hours,
    tasks: { inventory: { server: 'glpi', version: SPOKEN_GLPI_VERSION } },
    ...(disabled.length > 0 ? { disabled } : {}),
  });
}

/**
 * Returns the answer to an inventory or a notice. `hours` is the time until the next inventory. An XML answer
 * contains neither `hours` nor `data`.
 */
export function answerInventory(
  wire: AgentWire,
  hours = DEFAULT_REPORT_HOURS,
  /** Result for callers other than agents. Agents skip unknown keys. */
  data?: object,
): AgentAnswer {
  if (wire.format === 'xml') return xml(wire, '<RESPONSE>SEND</RESPONSE>');
  return json(wire, { status: 'ok', expiration: hours, ...(data && { data }) });
}

/** Tasks of the agent besides inventories. This server has no jobs for them. */
const OTHER_TASKS = [
  'collect',
  'deploy',
  'esx',
  'netdiscovery',
  'netinventory',
  'remoteinventory',
  'wakeonlan',
];

/**
 * Returns the answer to the message PROLOG. A GLPI agent also sends PROLOG in XML, but with a GLPI-Agent-ID
 * header. A JSON answer shows the GLPI agent that the server supports its own protocol. FusionInventory and
 * OCS agents receive the instruction to send.
 */
export function answerProlog(
  wire: AgentWire,
  agentid: string | null,
  hours = DEFAULT_REPORT_HOURS,
): AgentAnswer {
  if (agentid !== null || wire.format === 'json')
    return json(wire, { status: 'ok', expiration: hours, disabled: OTHER_TASKS });
  return xml(wire, `<PROLOG_FREQ>${hours}</PROLOG_FREQ><RESPONSE>SEND</RESPONSE>`);
}

/**
 * Returns the answer to a rejected request. The agent writes `sentence`, cut to 250 characters, into its log.
 * The status of the response must be 4xx or 5xx. Only a JSON answer contains `hours`.
 */
export function answerError(wire: AgentWire, sentence: string, hours = DEFAULT_REPORT_HOURS): AgentAnswer {
  const message = sentence.slice(0, 250);
  if (wire.format === 'xml') return xml(wire, `<ERROR>${escapeXml(message)}</ERROR>`);
  return json(wire, { status: 'error', message, expiration: hours });
}

/** Answer to `getConfig`, which each task of an agent sends if it was not disabled. It contains no jobs. */
export const NO_JOBS = { schedule: [] } as const;

function json(wire: AgentWire, value: object): AgentAnswer {
  return pack(wire, JSON.stringify(value), 'application/json');
}

function xml(wire: AgentWire, inner: string): AgentAnswer {
  return pack(wire, `<?xml version="1.0" encoding="UTF-8"?>\n<REPLY>${inner}</REPLY>\n`, 'application/xml');
}

function pack({ compression }: AgentWire, text: string, plaintype: string): AgentAnswer {
  const bytes = new TextEncoder().encode(text);
  if (compression === 'none') return { body: bytes, contenttype: plaintype };
  // OCS-style agents expect the bytes 78 9C, which only the default level of zlib writes.
  const body = compression === 'zlib' ? deflateSync(bytes) : gzipSync(bytes);
  return { body: new Uint8Array(body), contenttype: `application/x-compress-${compression}` };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
}
