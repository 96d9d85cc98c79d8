import type { Reader } from '../../../src/kit/data/reader.ts';
import { matchQueues } from './match.ts';
import { queuesOfAsset } from './queries.ts';

/**
 * Returns the last reported queues of a PC, each with its printer. The printer is null when none matches or
 * several do.
 */
export function listObservedQueues(reader: Reader, assetid: number) {
  const queues = queuesOfAsset.all(reader, { assetid });
  const matches = matchQueues(reader, queues);
  return queues.map(({ isdefault, ...queue }, index) => ({
    ...queue,
    isdefault: isdefault === 1,
    printerid: matches[index]?.printerid ?? null,
    printer: matches[index] ?? null,
    // `isvirtual` is true for the built-in queues of Windows that print into files and programs.
    isvirtual: isVirtual(queue),
  }));
}

const isVirtual = ({
  name,
  portname,
  drivername,
}: {
  name: string;
  portname: string | null;
  drivername: string | null;
}) =>
  /^(?:portprompt|file|nul|shrfax|cups-pdf|xpsport|microsoft\.)/i.test(portname ?? '') ||
  /print to pdf|xps document|onenote|^fax$/i.test(`${name} ${drivername ?? ''}`);
