import { expect } from 'bun:test';
import { createHash } from 'node:crypto';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

type EnrollResponse = { state: string; requestid: number; credential: string | null } | undefined;
type AgentCall = (method: string, path: string, body?: object) => Promise<unknown>;

/** A filled plant with the PCs "press-7", "press-8" and "lab-1", and a script for them. */
export interface FleetStage extends FilledPlant {
  /** Asset IDs of the PCs by host name. */
  pcs: Record<string, number>;
  scriptid: number;
  /** Sends an enrollment request as an agent. The same nonce means the same agent. */
  ask(hostname: string, nonce?: string, serialnumber?: string): Promise<EnrollResponse>;
  /** Approves the agent of a PC and returns a function that calls the API as this agent. */
  enrol(hostname: string): Promise<AgentCall>;
  /** Queues the script for a PC with an override of its policy. Returns the ID of the command. */
  runScript(hostname: string): Promise<number>;
}

export async function startFleet(env: Record<string, string> = {}): Promise<FleetStage> {
  const plant = await startFilledPlant(DESK, env);
  const { send } = plant;
  const pcs: Record<string, number> = {};
  for (const hostname of ['press-7', 'press-8', 'lab-1']) {
    const computer = { assetnumber: `PC-${hostname}`, hostname, serialnumber: `SN-${hostname}` };
    pcs[hostname] = ((await send('POST', '/computers', computer)).data as { assetid: number }).assetid;
  }
  const script = { scriptname: 'Clear the spooler', body: 'Stop-Service Spooler\n' };
  const { scriptid } = (await send('POST', '/endpoints/scripts', script)).data as { scriptid: number };
  const ask: FleetStage['ask'] = (hostname, nonce = nonceOf(hostname), serialnumber = `SN-${hostname}`) => {
    const asking = { hostname, serialnumber, nonce, agentversion: '0.1.0' };
    return createAgentCall(plant.url)('POST', '/enroll', asking) as Promise<EnrollResponse>;
  };
  const enrol: FleetStage['enrol'] = async (hostname) => {
    const { requestid } = (await ask(hostname))!;
    await send('POST', `/endpoints/enrollment/${requestid}/approve`, { assetid: pcs[hostname] });
    return createAgentCall(plant.url, (await ask(hostname))!.credential!);
  };
  const runScript: FleetStage['runScript'] = async (hostname) => {
    const override = { reason: 'The queue hangs' };
    const command = { action: 'run_script', parameters: { scriptid }, override };
    const { data } = await send('POST', `/endpoints/asset/${pcs[hostname]}/commands`, command);
    return (data as { commandid: number }).commandid;
  };
  return { ...plant, pcs, scriptid, ask, enrol, runScript };
}

export const nonceOf = (hostname: string): string => createHash('sha256').update(hostname).digest('hex');

/** Returns a function that sends requests as an agent, with its credential if any, and returns the data. */
export function createAgentCall(url: string, credential?: string): AgentCall {
  return async (method, path, body) => {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (credential) headers.set('x-endpoint-credential', credential);
    const response = await fetch(`${url}/api/endpoints${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    expect([path, response.ok]).toEqual([path, true]);
    return response.status === 204 ? undefined : ((await response.json()) as { data: unknown }).data;
  };
}
