import type { Client, ClientResponse } from '../../../test/support/client.ts';

/** Record ids in the paths of the agent routes. */
export interface AgentCallIds {
  command: number;
  alert: number;
  build: number;
}

export type AgentCall = (client: Client, query: string, hostname?: string) => Promise<ClientResponse>;
const form = (hostname?: string) => {
  const formData = new FormData();
  formData.append('text', 'It smokes.');
  if (hostname !== undefined) formData.append('hostname', hostname);
  return formData;
};

/** Builds a call of each agent route, with the host name in the query, or in the body of a route that has one. */
export const buildAgentCalls = (ids: AgentCallIds): Record<string, { call: AgentCall; hasBody?: true }> => ({
  'POST /api/endpoints/checkin': {
    call: (client, query, hostname) => client.post(`/api/endpoints/checkin${query}`, { hostname }),
    hasBody: true,
  },
  'GET /api/endpoints/commands/next': {
    call: (client, query) => client.get(`/api/endpoints/commands/next${query || '?'}&wait=0`),
  },
  'POST /api/endpoints/commands/:commandid/result': {
    call: (client, query, hostname) =>
      client.post(`/api/endpoints/commands/${ids.command}/result${query}`, { status: 'succeeded', hostname }),
    hasBody: true,
  },
  'POST /api/endpoints/logs': {
    call: (client, query, hostname) =>
      client.post(`/api/endpoints/logs${query}`, {
        commandid: ids.command,
        path: 'C:\\Logs\\app.log',
        content: 'x',
        hostname,
      }),
    hasBody: true,
  },
  'POST /api/endpoints/operator-reports': {
    call: (client, query, hostname) =>
      client.upload(`/api/endpoints/operator-reports${query}`, form(hostname)),
    hasBody: true,
  },
  'GET /api/printers/assignments/mine': {
    call: (client, query) => client.get(`/api/printers/assignments/mine${query}`),
  },
  'GET /api/enforce/mine': { call: (client, query) => client.get(`/api/enforce/mine${query}`) },
  'GET /api/enforce/mine/payload/:sha256': {
    call: (client, query) => client.get(`/api/enforce/mine/payload/${'a'.repeat(64)}${query}`),
  },
  'POST /api/enforce/mine/report': {
    call: (client, query, hostname) =>
      client.post(`/api/enforce/mine/report${query}`, { results: [], hostname }),
    hasBody: true,
  },
  'GET /api/endpoints/alerts': { call: (client, query) => client.get(`/api/endpoints/alerts${query}`) },
  'POST /api/endpoints/alerts/:id/acknowledge': {
    call: (client, query, hostname) =>
      client.post(`/api/endpoints/alerts/${ids.alert}/acknowledge${query}`, { hostname }),
    hasBody: true,
  },
  'GET /api/endpoints/packages/:packageid/file': {
    call: (client, query) => client.get(`/api/endpoints/packages/${ids.build}/file${query}`),
  },
});
