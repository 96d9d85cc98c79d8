import type { Reader } from '../../../src/kit/data/reader.ts';
import {
  type AssignmentRow,
  assetsControlledBy,
  assignmentsOfAssets,
  controllersOf,
  usersOfPrinter,
} from './queries.ts';

/** A printer assigned to an asset. */
export interface AssignedPrinter {
  printerid: number;
  assetid: number;
  assetnumber: string;
  name: string | null;
  hostname: string | null;
  windowsname: string | null;
  sharename: string | null;
  isactive: boolean;
  /** Time of the last change of the assignment. */
  modifieddate: string;
  isdefault: boolean;
}

/** The machine through which a PC gets a printer. */
export interface InheritanceSource {
  assetid: number;
  assetnumber: string;
  name: string | null;
}

/** Returns the printers of an asset itself, also retired ones, without inherited ones. */
export const listOwnPrinters = (reader: Reader, assetid: number): AssignedPrinter[] =>
  setsOf(reader, [assetid]).get(assetid) ?? [];

/**
 * Returns the effective printers of an asset: its own ones, or else those of the machines that it controls,
 * each with the machine. With several machines, the first default printer that is not retired applies.
 * Retired printers are left out.
 */
export function listEffectivePrinters(
  reader: Reader,
  assetid: number,
): (AssignedPrinter & { inheritedvia: InheritanceSource | null })[] {
  const own = listOwnPrinters(reader, assetid).filter(({ isactive }) => isactive);
  if (own.length > 0) return own.map((one) => ({ ...one, inheritedvia: null }));
  const machines = assetsControlledBy.all(reader, { assetid });
  const sets = setsOf(
    reader,
    machines.map((machine) => machine.assetid),
  );
  const found: (AssignedPrinter & { inheritedvia: InheritanceSource | null })[] = [];
  for (const machine of machines)
    for (const one of sets.get(machine.assetid) ?? []) {
      const existing = found.find(({ printerid }) => printerid === one.printerid);
      const isdefault = one.isdefault && !found.some((other) => other.isdefault);
      if (existing) existing.isdefault ||= isdefault;
      else if (one.isactive) found.push({ ...one, isdefault, inheritedvia: machine });
    }
  return found;
}

/**
 * Groups the assigned printers by asset. A default printer is one of them, even without a `usesprinter`
 * relationship.
 */
function setsOf(reader: Reader, assetids: readonly number[]): Map<number, AssignedPrinter[]> {
  const sets = new Map<number, AssignedPrinter[]>();
  for (const assignment of assignmentsOfAssets.all(reader, { ids: JSON.stringify(assetids) })) {
    const set = sets.get(assignment.sourceassetid) ?? [];
    sets.set(assignment.sourceassetid, set);
    const isdefault = assignment.relationshiptype === 'defaultprinter';
    const existing = set.find(({ printerid }) => printerid === assignment.printerid);
    if (existing) existing.isdefault ||= isdefault;
    else set.push({ ...viewOf(assignment), isdefault });
  }
  return sets;
}

const viewOf = ({
  relationshipid: _id,
  sourceassetid: _of,
  relationshiptype: _type,
  isactive,
  ...row
}: AssignmentRow) => ({
  ...row,
  isactive: isactive === 1,
});

/**
 * Returns the active assets that print on a printer: those it is assigned to, and the PCs that get it through
 * a machine they control.
 */
export function listPrinterUsers(reader: Reader, printerid: number) {
  const direct = usersOfPrinter.all(reader, { printerid }).map((row) => ({
    ...row,
    isdefault: row.isdefault === 1,
    inheritedvia: null as InheritanceSource | null,
  }));
  const ids = JSON.stringify(direct.map(({ assetid }) => assetid));
  const through = controllersOf.all(reader, { ids }).map(({ throughassetid, ...row }) => {
    const { assetid, assetnumber, name, isdefault } = direct.find((one) => one.assetid === throughassetid)!;
    return { ...row, isdefault, inheritedvia: { assetid, assetnumber, name } };
  });
  return [...direct, ...through];
}
