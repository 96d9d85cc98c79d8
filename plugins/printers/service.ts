import { type Actor, canSeePersonalData } from '../../src/kit/actor.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { invalid, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { cleanHostName, shortHostName } from '../../src/kit/host-name.ts';
import { signInRequiredError } from '../../src/kit/http/access.ts';
import { canonicalizeAddress } from '../../src/kit/http/client-address.ts';
import type { Input, RecordOut } from '../../src/kit/resource/register.ts';
import {
  countsByType,
  lowPrinters,
  modelById,
  printerAt,
  printerCounts,
  printerNamed,
  printerTypeByName,
} from './queries.ts';
import { modelsupplies, printers, printertypes } from './registers.ts';

/**
 * Creates a printer type, or reactivates a retired one of the same name with the input. Throws 409 when an
 * active type has the name.
 */
export function addType(host: Host, context: WriteContext, input: Input): RecordOut {
  const { writer, get } = bound(host, printertypes);
  const retired = host.db.read((reader) =>
    printerTypeByName.get(reader, { printertype: String(input.printertype) }),
  );
  if (retired?.isactive !== 0) return get(writer.create(context, input));
  host.db.transact(context, 'printers.printertype.reactivated', (tx) => {
    writer.updateIn(tx, retired.printertypeid, { ...input, isactive: true });
    tx.audit({ entitytype: 'printertype', entityid: retired.printertypeid });
  });
  return get(retired.printertypeid);
}

const bound = (host: Host, register: typeof printers) => {
  const resource = host.resource(register);
  return { writer: resource.writer, get: (id: number) => resource.get(id) };
};

/**
 * Returns the active printer with an address or host name. The address is tried first. If no printer has the
 * full name, its first label is used. Throws 400 without both, 401 for an address when the caller may not see
 * addresses, and 404 when there is none.
 */
export function readPrinterByAddress(
  host: Host,
  actor: Actor,
  { ip, fqdn }: { ip?: string; fqdn?: string },
): RecordOut {
  if (!ip && !fqdn) throw invalid('ip', 'Enter ip or fqdn.');
  // A caller without access to addresses must not learn the printer of an address.
  if (ip && !canSeePersonalData(actor)) throw signInRequiredError();
  const found = host.db.read((reader) => {
    const name = cleanHostName(fqdn ?? '');
    const names = name ? [name, shortHostName(name)] : [];
    const at = ip ? printerAt.get(reader, { address: canonicalizeAddress(ip.trim()) }) : undefined;
    return at ?? names.map((hostname) => printerNamed.get(reader, { hostname })).find((one) => one);
  });
  if (!found) throw notFound('Printer');
  return host.resource(printers).get(found.printerid);
}

/** Counts the active printers: in total, by feature and by type, and those in use with low supplies. */
export const summarizePrinters = (host: Host) =>
  host.db.read((reader) => {
    const { total, network, color, duplex } = printerCounts.get(reader)!;
    return {
      total,
      network,
      local: total - network,
      color,
      mono: total - color,
      duplex,
      lowsupplies: lowPrinters.get(reader)!.n,
      bytype: countsByType.all(reader),
    };
  });

/**
 * Creates a supply of a model. Throws 404 for an unknown model. Throws 409 when the model already has this
 * part number, or the maximum number of supplies.
 */
export function addSupply(host: Host, context: WriteContext, modelnumberid: number, input: Input): RecordOut {
  const { writer, get } = bound(host, modelsupplies);
  if (!host.db.read((reader) => modelById.get(reader, { modelnumberid }))) throw notFound('Model');
  return get(writer.create(context, { ...input, modelnumberid }));
}
