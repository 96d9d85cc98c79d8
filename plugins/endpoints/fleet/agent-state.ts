import { countRows } from '../../../src/kit/data/query.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { endpointcommands, endpointcredentials, endpointlocks, endpoints } from '../tables.ts';

const counts = [
  endpoints.assetid,
  endpointcredentials.assetid,
  endpointlocks.assetid,
  endpointcommands.assetid,
].map((column) => countRows(column));

/** Returns 1 when a PC has or had an agent, a lock or commands; otherwise 0. */
export const readAgentState = (reader: Reader, assetid: number): number =>
  counts.some((count) => count(reader, assetid) > 0) ? 1 : 0;
