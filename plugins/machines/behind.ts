import { z } from 'zod';
import type { Actor } from '../../src/kit/actor.ts';
import type { AssetInfo } from '../../src/kit/contributions.ts';
import type { RowOf } from '../../src/kit/data/query.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Host } from '../../src/kit/host.ts';
import { tiesOfAssets } from './queries.ts';
import { machines } from './registers.ts';

/**
 * Maximum number of relationships that one query reads: of a machine, of its other bays, or of all its
 * controllers. No screen shows more.
 */
const MAX_TIES = 400;
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

type Tie = RowOf<typeof tiesOfAssets>;

/**
 * Returns the active assets that are connected to a machine, the controllers of its other bays, and the
 * printers of all these controllers. Reads at most `MAX_TIES` connections of each group. Throws 404 for an
 * unknown machine.
 */
export function readBehindMachine(host: Host, actor: Actor, machineid: number): Behind {
  const machine = host.resource(machines).get(machineid);
  return host.db.read((reader) => {
    const assetid = machine.assetid as number;
    const own = tiesOf(reader, [assetid]);
    const bays = own.filter(is('dualpath'));
    const inherited = bays.length > 0 ? tiesOf(reader, idsOf(bays)).filter(is('controls', false)) : [];
    const controllers = distinctAssets([...own.filter(is('controls', false)), ...inherited]);
    const printers = distinctAssets([
      ...own.filter(isPrinter),
      ...(controllers.length > 0 ? tiesOf(reader, idsOf(controllers)).filter(isPrinter) : []),
    ]);
    const rest = own.filter((tie) => !bays.includes(tie) && !controllers.includes(tie) && !isPrinter(tie));
    const all = [...own, ...controllers, ...printers];
    const words = host.contributions.readAssetInfo(host, actor, reader, [assetid, ...new Set(idsOf(all))]);
    const toViews = (ties: readonly Tie[]) => ties.map((tie) => view(tie, assetid, words));
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
      partners: toViews(distinctAssets(bays)),
      printers: toViews(printers),
      gauges: toViews(rest.filter(({ assettype }) => assettype === GAUGE)),
      others: toViews(rest.filter(({ assettype }) => assettype !== GAUGE)),
      notices: infos.filter(({ key }) => key === 'notice'),
      words: infos.filter(({ key }) => key !== 'notice'),
    };
  });
}

const tiesOf = (reader: Reader, assetids: readonly number[]): Tie[] =>
  tiesOfAssets.all(reader, { ids: JSON.stringify(assetids), most: MAX_TIES });

const idsOf = (ties: readonly Tie[]): number[] => ties.map(({ assetid }) => assetid);

const is =
  (type: string, isOut?: boolean) =>
  ({ relationshiptype, isout }: Tie): boolean =>
    relationshiptype === type && (isOut === undefined || (isout === 1) === isOut);

/** Matches a printer relationship. A `defaultprinter` relationship sorts before a `usesprinter` one. */
const isPrinter = (tie: Tie): boolean => is('defaultprinter', true)(tie) || is('usesprinter', true)(tie);

/** Returns each asset once, with its first relationship. */
function distinctAssets(ties: readonly Tie[]): Tie[] {
  const first = new Map<number, Tie>();
  for (const tie of ties.toSorted((a, b) => rank(a) - rank(b)))
    if (!first.has(tie.assetid)) first.set(tie.assetid, tie);
  return [...first.values()];
}

const rank = ({ relationshiptype }: Tie): number => (relationshiptype === 'usesprinter' ? 1 : 0);

function view(tie: Tie, own: number, words: ReadonlyMap<number, readonly AssetInfo[]>): Neighbor {
  const { relationshipid: _id, isout: _isout, nearassetid, nearnumber, ...rest } = tie;
  return {
    ...rest,
    via: nearassetid === own ? null : { assetid: nearassetid, assetnumber: nearnumber },
    words: [...(words.get(tie.assetid) ?? [])].filter(({ key }) => key !== 'notice'),
  };
}
