import { z } from 'zod';
import {
  allowAnyReporter,
  collect,
  MAX_REPORT_BODY_BYTES,
  outcome,
  validateRecord,
  withReportBody,
} from '../../src/features/collector/index.ts';
import type { Collector } from '../../src/kit/contributions.ts';
import { AppError, invalidFields, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { errorResponse } from '../../src/kit/http/envelope.ts';
import { pathOf } from '../../src/kit/http/path-of.ts';
import { IgnoredValues } from '../../src/kit/ignored-fields.ts';
import { createComputerRecordSchema } from './computer-record-schema.ts';
import {
  type AgentAnswer,
  type AgentMessage,
  type AgentWire,
  answerContact,
  answerError,
  answerInventory,
  answerProlog,
  type ComputerInventory,
  type DeviceInventory,
  InventoryError,
  NO_JOBS,
} from './glpi/index.ts';
import { ingestDevice } from './inventory/devices.ts';
import { ingestComputer, listReportedComputers, type Reporter } from './inventory/ingest.ts';
import { LastSeen } from './inventory/last-seen.ts';
import { COMPUTER_IDENTIFIERS, type ComputerRecord } from './inventory/schema.ts';
import { readInventory } from './inventory-reader.ts';

/** JSON answer. For XML requests it is XML, with an ERROR element when the inventory is rejected. */
const agentAnswer = z
  .looseObject({
    status: z.string(),
    expiration: z.number().meta({ description: 'Hours until the next inventory.' }),
    data: outcome.optional().meta({
      description:
        'Result of an inventory. `ignored` counts the values that were converted, cut or omitted, by dotted paths below `content`. An inventory without a readable host name, serial number, UUID or address returns 400.',
    }),
  })
  .meta({ id: 'AgentAnswer' });

const taking = {
  summary: 'Inventories of GLPI, FusionInventory and OCS agents',
  raw: {
    type: [
      'application/json',
      'application/xml',
      'application/x-compress-zlib',
      'application/x-compress-gzip',
    ],
  },
  produces: 'application/json',
  responseSchema: agentAnswer,
};
const asking = {
  summary: 'Tasks of a GLPI agent other than inventories; always none',
  query: z.looseObject({ action: z.string().max(64).meta({ description: '`getConfig`' }) }),
  produces: 'application/json',
};

/**
 * Accepts the requests of unmodified GLPI, FusionInventory and OCS agents, and answers each in its protocol.
 * Agents and their administrators write the address with and without a trailing slash.
 */
export function glpiRoute(host: Host): Api {
  const access = allowAnyReporter(host);
  return api('/api/collector')
    .post('/glpi', ({ call }) => takeInventory(host, call), routeOptions({ ...taking, access }))
    .post(
      '/glpi/*',
      ({ call }) => takeInventory(host, requireTrailingSlash(call)),
      routeOptions({ ...taking, access, aliasOf: '/glpi' }),
    )
    .get('/glpi', ({ query }) => noJobs(query.action), routeOptions({ ...asking, access }))
    .get(
      '/glpi/*',
      ({ call, query }) => requireTrailingSlash(call) && noJobs(query.action),
      routeOptions({ ...asking, access, aliasOf: '/glpi' }),
    );
}

/** Throws 404 for a path other than `/glpi/`, which can only be declared with a wildcard. */
function requireTrailingSlash(call: Call): Call {
  if (!pathOf(call.req.url).endsWith('/glpi/')) throw notFound('Address');
  return call;
}

/**
 * Returns an answer without jobs, or throws 404 for an action other than `getConfig`. An agent whose first
 * request is a PROLOG asks for each of its tasks, and reports an error on a 404.
 */
function noJobs(action: string): Response {
  if (action !== 'getConfig') throw notFound('Action');
  return Response.json(NO_JOBS, { headers: { 'Cache-Control': 'no-store' } });
}

async function takeInventory(host: Host, call: Call): Promise<Response> {
  const { req } = call;
  let wire: AgentWire | undefined;
  try {
    call.disableIdleTimeout();
    return await withReportBody(host, call, async (bytes, from) => {
      const contentType = req.headers.get('content-type');
      const contentEncoding = req.headers.get('content-encoding');
      const understood = await readInventory(host, { bytes, contentType, contentEncoding }, from);
      wire = understood.wire;
      return respond(await answer(host, call, understood));
    });
  } catch (cause) {
    return refuse(host, call, wire, cause);
  }
}

async function answer(host: Host, call: Call, understood: AgentMessage): Promise<AgentAnswer> {
  const { wire, request, inventory } = understood;
  if (request.kind === 'contact') return answerContact(wire, request.enabledtasks);
  if (request.kind === 'prolog') return answerProlog(wire, call.req.headers.get('glpi-agent-id'));
  if (request.kind === 'notice') return answerInventory(wire);
  if (request.kind === 'unsupported')
    throw new InventoryError(`The action ${JSON.stringify(request.action)} is not supported.`, 'unsupported');
  const { record, ignored } = await recordOf(host, call, inventory);
  const glpi: Collector = {
    name: 'glpi',
    summary: '',
    record: z.any(),
    ...(inventory?.kind === 'computer' && { pc: () => record as ComputerRecord }),
    listAssets: (reader) =>
      inventory?.kind === 'computer' ? listReportedComputers(reader, record as ComputerRecord) : [],
    ingest: (tx, _record, of) => {
      if (inventory?.kind === 'computer') {
        const reporter = { ...reporterOf(inventory), ignored };
        return ingestComputer(tx, host.getInstance(LastSeen), record as ComputerRecord, reporter, of);
      }
      return ingestDevice(tx, record as DeviceInventory, host.contributions.devices(host));
    },
  };
  const counts = await collect(host, call.context, glpi, [record]);
  return answerInventory(wire, undefined, { ...counts, ...(ignored && { ignored }) });
}

/** Path in an inventory of each field of the record that has another name there. */
const FIELDS: Readonly<Record<string, string>> = {
  lastboottime: 'operatingsystem.boot_time',
  'installedapps.installdate': 'softwares.install_date',
};

/** Returns the record to store, and the number of values that were converted, cut or left out, by field. */
async function recordOf(host: Host, call: Call, inventory: AgentMessage['inventory']) {
  if (inventory?.kind !== 'computer') return { record: inventory, ignored: inventory?.ignored };
  // Unreadable MAC addresses have been left out already. Too many readable ones must not reject the
  // inventory.
  const identifiers = COMPUTER_IDENTIFIERS.filter((name) => name !== 'macaddresses');
  const reading = { schema: createComputerRecordSchema(host.clock), identifiers };
  const { data, ignored } = await validateRecord(reading, inventory, call.createTimeSlice());
  const values = new IgnoredValues();
  values.addAll(inventory.ignored);
  for (const [field, count] of Object.entries(ignored ?? {})) values.add(FIELDS[field] ?? field, count);
  return { record: data, ignored: values.fields };
}

/**
 * Returns the reporter with the name of its program without the version, so that an updated agent continues
 * as the same reporter.
 */
function reporterOf({ agentversion, isScan, isUnnamed }: ComputerInventory): Reporter {
  const [program = ''] = (agentversion ?? '').split(/[_/ ]v?\d/);
  return { agent: isScan ? 'scan' : program.slice(0, 40) || 'agent', isScan, isUnnamed };
}

const respond = ({ body, contenttype }: AgentAnswer, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': contenttype, 'Cache-Control': 'no-store' } });

/**
 * Returns the error response to a rejected request in the format of the agent. In JSON, agents read the
 * sentence at the top level; other callers read the error envelope around it. Rethrows any error other than
 * AppError and InventoryError.
 */
async function refuse(
  host: Host,
  call: Call,
  understood: AgentWire | undefined,
  cause: unknown,
): Promise<Response> {
  const error = asAppError(cause);
  const wire =
    understood ?? (cause instanceof InventoryError ? cause.wire : undefined) ?? wireDeclared(call.req);
  if (wire?.format === 'xml') return respond(answerError(wire, error.message), error.status);
  const envelope = errorResponse(error, call.requestid, host.clock.now());
  const { status: _status, ...rest } = (await envelope.json()) as Record<string, unknown>;
  return Response.json(
    { status: 'error', message: error.message, expiration: 24, ...rest },
    { status: error.status, headers: { 'Cache-Control': 'no-store' } },
  );
}

/**
 * Returns the XML format if the header declares XML, otherwise undefined. It is for the rejection of a body
 * that was not read.
 */
function wireDeclared(req: Request): AgentWire | undefined {
  const isXml = /^(?:application|text)\/xml\b/i.test(req.headers.get('content-type') ?? '');
  return isXml ? { format: 'xml', compression: 'none' } : undefined;
}

function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (!(cause instanceof InventoryError)) throw cause;
  if (cause.reason === 'toolarge')
    return new AppError('PAYLOAD_TOO_LARGE', cause.message, { limit: MAX_REPORT_BODY_BYTES });
  const issues = cause.issues.length > 0 ? cause.issues : [{ path: '', message: cause.message }];
  const error = invalidFields(issues);
  return new AppError('VALIDATION_ERROR', cause.message, error.details);
}
