import type { Reader } from '../../../src/kit/data/reader.ts';
import {
  assetsControlledBy,
  controllersOf,
  printingTiesOfAssets,
  type Tie,
  usersOfPrinter,
} from './queries.ts';

/** A printer that an asset is to have. */
export interface AssignedPrinter {
  printerid: number;
  assetid: number;
  assetnumber: string;
  name: string | null;
  hostname: string | null;
  windowsname: string | null;
  sharename: string | null;
  isactive: boolean;
  /** When it was assigned. */
  modifieddate: string;
  isdefault: boolean;
}

/** The machine through which a PC has a printer. */
export interface InheritanceSource {
  assetid: number;
  assetnumber: string;
  name: string | null;
}

/** The printers of an asset's own, without those that it inherits. */
export const listOwnPrinters = (reader: Reader, assetid: number): AssignedPrinter[] =>
  setsOf(reader, [assetid]).get(assetid) ?? [];

/**
 * The printers that an asset is to have: its own set when it has one, else those of the machines that it controls, each
 * with the machine. Of several machines the first one's default counts. Retired printers are in nobody's set.
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
      const known = found.find(({ printerid }) => printerid === one.printerid);
      const isdefault = one.isdefault && !found.some((other) => other.isdefault);
      if (known) known.isdefault ||= isdefault;
      else if (one.isactive) found.push({ ...one, isdefault, inheritedvia: machine });
    }
  return found;
}

/** A default that is no part of the set is one all the same. */
function setsOf(reader: Reader, assetids: readonly number[]): Map<number, AssignedPrinter[]> {
  const sets = new Map<number, AssignedPrinter[]>();
  for (const tie of printingTiesOfAssets.all(reader, { ids: JSON.stringify(assetids) })) {
    const set = sets.get(tie.sourceassetid) ?? [];
    sets.set(tie.sourceassetid, set);
    const isdefault = tie.relationshiptype === 'defaultprinter';
    const known = set.find(({ printerid }) => printerid === tie.printerid);
    if (known) known.isdefault ||= isdefault;
    else set.push({ ...viewOf(tie), isdefault });
  }
  return sets;
}

const viewOf = ({
  relationshipid: _id,
  sourceassetid: _of,
  relationshiptype: _type,
  isactive,
  ...row
}: Tie) => ({
  ...row,
  isactive: isactive === 1,
});

/** Who prints on a printer: those it is assigned to, and the PCs that have it through a machine which they control. */
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
