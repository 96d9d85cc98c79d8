import type { Reader, Row } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import type { RecordOut } from '../../src/kit/resource/register.ts';

interface AccessInput {
  protocolid: number;
  portoverride?: number | null;
}

/** 400 when a protocol is unknown or named twice. */
export function checkProtocols(reader: Reader, given: unknown): void {
  const methods = (given ?? []) as AccessInput[];
  methods.forEach(({ protocolid }, index) => {
    const path = `accessmethods.${index}.protocolid`;
    if (!reader.value('SELECT 1 FROM protocols WHERE protocolid = ?', protocolid))
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
  for (const row of tx.all<Row>('SELECT * FROM accessmethods WHERE computerid = ?', computerid)) {
    const [id, protocolid] = [row.accessmethodid as number, row.protocolid as number];
    if (wanted.has(protocolid))
      tx.update('accessmethods', id, { portoverride: wanted.get(protocolid) ?? null });
    else tx.delete('accessmethods', id);
    wanted.delete(protocolid);
  }
  for (const [protocolid, portoverride] of wanted)
    tx.insert('accessmethods', { computerid, protocolid, portoverride });
}

/** The ways to reach a computer, each with the link that opens it. */
export function accessMethods(reader: Reader, computer: RecordOut) {
  const rows = reader.all<{
    protocolid: number;
    protocol: string;
    portoverride: number | null;
    defaultport: number | null;
    urltemplate: string | null;
  }>(
    `SELECT m.protocolid, p.protocol, m.portoverride, p.defaultport, p.urltemplate FROM accessmethods m
     JOIN protocols p ON p.protocolid = m.protocolid WHERE m.computerid = ? ORDER BY p.protocol`,
    computer.computerid as number,
  );
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
