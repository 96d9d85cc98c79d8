import { z } from 'zod';
import { BODY_BYTES, collect, withBody } from '../../src/features/collector/index.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { AppError, invalidFields } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, words } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { failure } from '../../src/kit/http/envelope.ts';
import {
  type AgentAnswer,
  type AgentWire,
  answerContact,
  answerError,
  answerInventory,
  answerProlog,
  type DeviceInventory,
  InventoryError,
  type Understood,
} from './glpi/index.ts';
import { ingestDevice } from './inventory/devices.ts';
import { ingestComputer } from './inventory/ingest.ts';
import { LastSeen } from './inventory/last-seen.ts';
import { type ComputerRecord, computerRecord } from './inventory/schema.ts';
import { readInventory } from './inventory-reader.ts';

/** Takes what an unmodified GLPI, FusionInventory or OCS agent sends, and answers as that agent expects. */
export const glpiRoute = (host: Host): Api =>
  api('/api/collector').post(
    '/glpi',
    ({ call }) => takeInventory(host, call),
    words({
      access: { machine: ['collector'] },
      summary: 'Inventories of GLPI, FusionInventory and OCS agents',
      raw: { type: 'application/json' },
      produces: 'application/json',
    }),
  );

async function takeInventory(host: Host, call: Call): Promise<Response> {
  const { req } = call;
  let wire: AgentWire | undefined;
  try {
    call.hold();
    return await withBody(host, req, async (bytes) => {
      const contentType = req.headers.get('content-type');
      const contentEncoding = req.headers.get('content-encoding');
      const understood = await readInventory(host, { bytes, contentType, contentEncoding });
      wire = understood.wire;
      return respond(await answer(host, call, understood));
    });
  } catch (cause) {
    return refuse(host, call, wire, cause);
  }
}

async function answer(host: Host, call: Call, understood: Understood): Promise<AgentAnswer> {
  const { wire, request, inventory } = understood;
  if (request.kind === 'contact') return answerContact(wire, request.enabledtasks);
  if (request.kind === 'prolog') return answerProlog(wire, call.req.headers.get('glpi-agent-id'));
  if (request.kind === 'notice') return answerInventory(wire);
  if (request.kind === 'unsupported')
    throw new InventoryError(`The action ${JSON.stringify(request.action)} is not supported.`, 'unsupported');
  const record = inventory?.kind === 'computer' ? computerRecord.parse(inventory) : inventory;
  const ingest = (tx: Tx) =>
    inventory?.kind === 'computer'
      ? ingestComputer(tx, host.one(LastSeen), record as ComputerRecord)
      : ingestDevice(tx, record as DeviceInventory);
  const glpi = { name: 'glpi', summary: '', record: z.any(), ingest };
  return answerInventory(wire, undefined, await collect(host, call.context, glpi, [record]));
}

const respond = ({ body, contenttype }: AgentAnswer, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': contenttype, 'Cache-Control': 'no-store' } });

/** Agents read the sentence at the top; everybody else the error envelope around it. */
async function refuse(
  host: Host,
  call: Call,
  understood: AgentWire | undefined,
  cause: unknown,
): Promise<Response> {
  const error = asAppError(cause);
  const wire = understood ?? (cause instanceof InventoryError ? cause.wire : undefined);
  if (wire?.format === 'xml') return respond(answerError(wire, error.message), error.status);
  const envelope = failure(error, call.requestid, host.clock.now());
  const { status: _status, ...rest } = (await envelope.json()) as Record<string, unknown>;
  return Response.json(
    { status: 'error', message: error.message, expiration: 24, ...rest },
    { status: error.status, headers: { 'Cache-Control': 'no-store' } },
  );
}

function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (!(cause instanceof InventoryError)) throw cause;
  if (cause.reason === 'toolarge')
    return new AppError('PAYLOAD_TOO_LARGE', cause.message, { limit: BODY_BYTES });
  const issues = cause.issues.length > 0 ? cause.issues : [{ path: '', message: cause.message }];
  const error = invalidFields(issues);
  return new AppError('VALIDATION_ERROR', cause.message, error.details);
}
