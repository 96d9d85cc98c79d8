import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import type { RecordOut } from '../../src/kit/resource/register.ts';
import { knownProtocol, linksOfComputer, methodsOfComputer } from './queries.ts';
import { accessmethods } from './tables.ts';

interface AccessInput {
  protocolid: number;
  portoverride?: number | null;
}

/** 400 when a protocol is unknown or named twice. */
export function checkProtocols(reader: Reader, given: unknown): void {
  const methods = (given ?? []) as AccessInput[];
  methods.forEach(({ protocolid }, index) => {
    const path = `accessmethods.${index}.protocolid`;
    if (!knownProtocol.get(reader, { protocolid }))
      throw invalid(path, `There is no access protocol with id ${protocolid}.`);
    if (methods.findIndex((method) => method.protocolid === protocolid) < index)
      throw invalid(path, 'This protocol is named twice.');
  });
}

/** Makes the computer's list of access methods the given one. */
export function replaceAccessMethods(tx: Tx, computerid: number, given: unknown): void {
  const wanted = new Map(
    ((given ?? []) as AccessInput[]).map(({ protocolid, portoverride = null }) => [protocolid, portoverride]),
  );
  for (const { accessmethodid, protocolid } of methodsOfComputer.all(tx, { computerid })) {
    if (wanted.has(protocolid))
      tx.update(accessmethods, accessmethodid, { portoverride: wanted.get(protocolid) ?? null });
    else tx.delete(accessmethods, accessmethodid);
    wanted.delete(protocolid);
  }
  for (const [protocolid, portoverride] of wanted)
    tx.insert(accessmethods, { computerid, protocolid, portoverride });
}

/** The ways to reach a computer, each with the link that opens it. */
export function accessMethods(reader: Reader, computer: RecordOut) {
  const rows = linksOfComputer.all(reader, { computerid: computer.computerid as number });
  const host = (computer.ipaddress ?? computer.hostname) as string | null;
  return rows.map(({ urltemplate, defaultport, ...method }) => {
    const port = method.portoverride ?? defaultport;
    return { ...method, port, url: host && urltemplate ? linkOf(urltemplate, host, port) : null };
  });
}

const linkOf = (template: string, host: string, port: number | null): string =>
  template
    .replaceAll('{host}', host.includes(':') ? `[${host}]` : encodeURIComponent(host))
    .replaceAll('{port}', String(port ?? ''));
