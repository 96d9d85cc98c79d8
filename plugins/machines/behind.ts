import { z } from 'zod';
import type { Actor } from '../../src/kit/actor.ts';
import type { AssetInfo } from '../../src/kit/contributions.ts';
import type { RowOf } from '../../src/kit/data/query.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Host } from '../../src/kit/host.ts';
import { assetOfMachine, relationshipsOfAssets } from './queries.ts';
import { machines } from './registers.ts';

/**
 * Maximum number of relationships that one query reads: of a machine, of its other bays, or of all its
 * controllers.
 */
const MAX_RELATIONSHIPS = 400;
const GAUGE = 'Measuring tool';

const word = z
  .object({
    key: z.string().meta({ description: 'For example `lastreport` or `health`.' }),
    title: z.string(),
    text: z.string().nullable(),
    reason: z.string().nullable().optional(),
    at: z.iso.datetime().nullable().optional(),
    href: z.string().optional().meta({ description: 'UI page with more information.' }),
  })
  .meta({ id: 'AssetWord' });

const neighbor = z
  .object({
    assetid: z.int(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    assettype: z.string(),
    icon: z.string().nullable(),
    status: z.string(),
    statuscolor: z.string().nullable(),
    location: z.string().nullable(),
    ipaddress: z.string().nullable().optional(),
    relationshiptype: z.string(),
    via: z
      .object({ assetid: z.int(), assetnumber: z.string() })
      .nullable()
      .meta({ description: 'The partner bay or PC that it is connected to, if not to the machine itself.' }),
    words: word.array().meta({ description: 'Current facts from the plugins that monitor it.' }),
  })
  .meta({ id: 'MachineNeighbour' });
export type Neighbor = z.output<typeof neighbor>;

export const behind = z
  .object({
    machineid: z.int(),
    assetid: z.int(),
    assetnumber: z.string(),
    controllertypeid: z.int().nullable(),
    controllertype: z.string().nullable(),
    controllerversion: z.string().nullable(),
    isdualpath: z.boolean(),
    controllers: neighbor
      .array()
      .meta({ description: 'Assets that control the machine or its partner bay.' }),
    partners: neighbor.array().meta({ description: 'The other bays.' }),
    printers: neighbor
      .array()
      .meta({ description: 'Printers of the machine and of the PCs that control it.' }),
    gauges: neighbor.array(),
    others: neighbor.array(),
    notices: word.array().meta({ description: 'Notices that displays of its business unit show now.' }),
    words: word.array(),
  })
  .meta({ id: 'BehindMachine' });
export type Behind = z.output<typeof behind>;

type RelationshipRow = RowOf<typeof relationshipsOfAssets>;

/**
 * Returns the active assets that are connected to a machine, the controllers of its other bays, and the
 * printers of all these controllers. Reads at most `MAX_RELATIONSHIPS` connections of each group. Throws 404 for an
 * unknown machine.
 */
export function readBehindMachine(host: Host, actor: Actor, machineid: number): Behind {
  const machine = host.resource(machines).get(machineid);
  return host.db.read((reader) => {
    const assetid = machine.assetid as number;
    const { own, bays, controllers, printers, gauges, others } = readNeighbors(reader, assetid);
    const all = [...own, ...controllers, ...printers];
    const words = host.contributions.readAssetInfo(host, actor, reader, [assetid, ...new Set(idsOf(all))]);
    const toViews = (relationships: readonly RelationshipRow[]) =>
      relationships.map((relationship) => view(relationship, assetid, words));
    const infos = words.get(assetid) ?? [];
    return {
      machineid,
      assetid,
      assetnumber: machine.assetnumber as string,
      controllertypeid: machine.controllertypeid as number | null,
      controllertype: machine.controllertype as string | null,
      controllerversion: machine.controllerversion as string | null,
      isdualpath: machine.isdualpath as boolean,
      controllers: toViews(controllers),
      partners: toViews(bays),
      printers: toViews(printers),
      gauges: toViews(gauges),
      others: toViews(others),
      notices: infos.filter(({ key }) => key === 'notice'),
      words: infos.filter(({ key }) => key !== 'notice'),
    };
  });
}

/** Counts the assets that the tab of a machine shows. */
export function countNeighbors(reader: Reader, machineid: number): number {
  const { assetid } = assetOfMachine.get(reader, { machineid })!;
  const { bays, controllers, printers, gauges, others } = readNeighbors(reader, assetid);
  return [bays, controllers, printers, gauges, others].flat().length;
}

/** Returns the relationships of a machine, and in groups its neighbors and those of its bays and PCs. */
function readNeighbors(reader: Reader, assetid: number) {
  const own = readRelationships(reader, [assetid]);
  const bays = own.filter(is('dualpath'));
  const inherited =
    bays.length > 0 ? readRelationships(reader, idsOf(bays)).filter(is('controls', false)) : [];
  const controllers = distinctAssets([...own.filter(is('controls', false)), ...inherited]);
  const printers = distinctAssets([
    ...own.filter(isPrinter),
    ...(controllers.length > 0 ? readRelationships(reader, idsOf(controllers)).filter(isPrinter) : []),
  ]);
  const rest = own.filter(
    (relationship) =>
      !bays.includes(relationship) && !controllers.includes(relationship) && !isPrinter(relationship),
  );
  const gauges = rest.filter(({ assettype }) => assettype === GAUGE);
  const others = rest.filter(({ assettype }) => assettype !== GAUGE);
  return { own, bays: distinctAssets(bays), controllers, printers, gauges, others };
}

const readRelationships = (reader: Reader, assetids: readonly number[]): RelationshipRow[] =>
  relationshipsOfAssets.all(reader, { ids: JSON.stringify(assetids), most: MAX_RELATIONSHIPS });

const idsOf = (relationships: readonly RelationshipRow[]): number[] =>
  relationships.map(({ assetid }) => assetid);

const is =
  (type: string, isOut?: boolean) =>
  ({ relationshiptype, isout }: RelationshipRow): boolean =>
    relationshiptype === type && (isOut === undefined || (isout === 1) === isOut);

/** Matches a relationship from an asset to a printer that it uses. */
const isPrinter = (relationship: RelationshipRow): boolean =>
  is('defaultprinter', true)(relationship) || is('usesprinter', true)(relationship);

/**
 * Returns each asset once, with its first relationship. A relationship other than `usesprinter` takes
 * precedence.
 */
function distinctAssets(relationships: readonly RelationshipRow[]): RelationshipRow[] {
  const first = new Map<number, RelationshipRow>();
  for (const relationship of relationships.toSorted((a, b) => rank(a) - rank(b)))
    if (!first.has(relationship.assetid)) first.set(relationship.assetid, relationship);
  return [...first.values()];
}

const rank = ({ relationshiptype }: RelationshipRow): number => (relationshiptype === 'usesprinter' ? 1 : 0);

function view(
  relationship: RelationshipRow,
  own: number,
  words: ReadonlyMap<number, readonly AssetInfo[]>,
): Neighbor {
  const { relationshipid: _id, isout: _isout, nearassetid, nearnumber, ...rest } = relationship;
  return {
    ...rest,
    via: nearassetid === own ? null : { assetid: nearassetid, assetnumber: nearnumber },
    words: [...(words.get(relationship.assetid) ?? [])].filter(({ key }) => key !== 'notice'),
  };
}
