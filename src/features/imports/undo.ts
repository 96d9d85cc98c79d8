import type { Actor } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { forbidden, isAuthorized } from '../../kit/http/access.ts';
import type { Call } from '../../kit/http/call.ts';
import type { Register } from '../../kit/resource/register.ts';
import { undo } from '../audit/index.ts';
import { findImportAudit, listCreatedRegisters } from './records.ts';

/** A record that an import created and that its undo leaves, because it is used since then. */
interface LeftRecord {
  register: string;
  id: number;
  name: string;
}

/**
 * Undoes a committed import. Returns the number of reversed changes, and the created records that stay
 * because other records use them. Throws 403 when the caller may not create what the import created. Throws
 * 409 for a dry run or an unknown import, and with the conflicts when one of its records has changed since.
 */
export async function undoImport(
  host: Host,
  { actor, context }: Pick<Call, 'actor' | 'context'>,
  importid: number,
): Promise<{ reversed: number; left: LeftRecord[] }> {
  const auditlogid = host.db.read((reader) => findImportAudit(reader, importid));
  if (auditlogid === undefined)
    throw new AppError('CONFLICT', 'This was a dry run, so there is nothing to undo.');
  refuseForeignCreations(host, actor, importid);
  const maySpare = (table: string) => {
    const register = host.registers.findByTable(table);
    return register !== undefined && isWhole(register);
  };
  const { reversed, spared } = await undo(host, context, auditlogid, { maySpare });
  return { reversed, left: spared.map(({ table, id }) => describeRecord(host, table, id)) };
}

/** Throws 403 when the import created records of a register in which the caller may not create any. */
function refuseForeignCreations(host: Host, actor: Actor, importid: number): void {
  const isForeign = (name: string) =>
    !host.registers.has(name) || !isAuthorized(actor, host.registers.get(name).can.create);
  if (listCreatedRegisters(host, importid).some(isForeign)) throw forbidden();
}

/** Reports whether a record is one row, so that it can stay while all other rows of the import are removed. */
const isWhole = ({ asset, name, fields }: Register): boolean =>
  !asset && name !== 'assets' && Object.values(fields).every(({ place }) => place !== 'part');

function describeRecord(host: Host, table: string, id: number): LeftRecord {
  const register = host.registers.findByTable(table)!;
  const record = host.resource(register).get(id);
  return { register: register.name, id, name: String(record[register.label] ?? id) };
}
