import type { Reader } from '../../../src/kit/data/reader.ts';
import { matchQueues } from './match.ts';
import { queuesOfAsset } from './queries.ts';

/** The queues that a PC reported last, each with the printer that it leads to; null where none is known, or two are. */
export function listObservedQueues(reader: Reader, assetid: number) {
  const queues = queuesOfAsset.all(reader, { assetid });
  const matches = matchQueues(reader, queues);
  return queues.map(({ isdefault, ...queue }, index) => ({
    ...queue,
    isdefault: isdefault === 1,
    printerid: matches[index]?.printerid ?? null,
    printer: matches[index] ?? null,
    // What Windows brings along prints into files and programs.
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
