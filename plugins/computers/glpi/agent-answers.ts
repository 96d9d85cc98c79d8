import { deflateSync, gzipSync } from 'node:zlib';
import type { InventoryDocument } from './inventory-body.ts';

/** How the agent spoke; it reads an answer in the same form. */
export type AgentWire = Pick<InventoryDocument, 'format' | 'compression'>;

/** Bytes and Content-Type of an answer. */
export interface AgentAnswer {
  body: Uint8Array<ArrayBuffer>;
  contenttype: string;
}

/** Hours between two reports where the site sets nothing else. */
export const DEFAULT_REPORT_HOURS = 24;

/** The GLPI release whose inventory format the agent is to write. */
const SPOKEN_GLPI_VERSION = '10.0.0';

/**
 * Answers CONTACT: inventories are wanted, every other enabled task is switched off. Naming the server and version of
 * the task keeps the agent from asking for a PROLOG as well.
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

/** Answers a stored inventory, or a notice; `hours` until the next one. */
export function answerInventory(
  wire: AgentWire,
  hours = DEFAULT_REPORT_HOURS,
  /** What came of it, for callers that are no agents: agents skip keys that they do not know. */
  data?: object,
): AgentAnswer {
  if (wire.format === 'xml') return xml(wire, '<RESPONSE>SEND</RESPONSE>');
  return json(wire, { status: 'ok', expiration: hours, ...(data && { data }) });
}

/** Tasks of the agent beside its inventories: this server has nothing for them to do. */
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
 * Answers PROLOG. A GLPI Agent asks it in XML too, but shows a GLPI-Agent-ID header: a JSON answer tells it that the
 * server speaks its own protocol. FusionInventory and OCS agents are told to send.
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

/** Answers a refusal in words that the agent writes into its log; send it with a 4xx or 5xx status. */
export function answerError(wire: AgentWire, sentence: string, hours = DEFAULT_REPORT_HOURS): AgentAnswer {
  const message = sentence.slice(0, 250);
  if (wire.format === 'xml') return xml(wire, `<ERROR>${escapeXml(message)}</ERROR>`);
  return json(wire, { status: 'error', message, expiration: hours });
}

/** Answers `getConfig`, which each task of an agent asks for that did not hear that it is switched off: no jobs. */
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
  // OCS-style agents look for the bytes 78 9C: zlib's default level, and no other, writes them.
  const body = compression === 'zlib' ? deflateSync(bytes) : gzipSync(bytes);
  return { body: new Uint8Array(body), contenttype: `application/x-compress-${compression}` };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
}
