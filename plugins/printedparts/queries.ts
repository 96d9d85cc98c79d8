import { and, between, count, countDistinct, desc, eq, gte, max, sql } from 'drizzle-orm';
import { supportteams } from '../../src/features/catalog/tables.ts';
import { build, command, isSet, type Params, query } from '../../src/kit/data/query.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import { items, keys, ledger, printfiles } from './tables.ts';

export const itemWithCode = query((params: Params<{ code: string }>) =>
  build
    .select({ itemid: items.itemid })
    .from(items)
    .where(and(isNamed(items.itemcode, params.code), isSet(items.isactive))),
);

/** Active items with a gage-lab tag. A second one makes the tag ambiguous, so two rows are enough. */
export const itemsWithTag = query((params: Params<{ tag: string }>) =>
  build
    .select({ itemid: items.itemid })
    .from(items)
    .where(and(isNamed(items.gagelabtag, params.tag), isSet(items.isactive)))
    .limit(2),
);

/** At most two active parts with these digits. Two mean that the digits are ambiguous. */
export const itemsWithDigits = query((params: Params<{ digits: string }>) =>
  build
    .select({ itemid: items.itemid })
    .from(keys)
    .innerJoin(items, eq(items.itemid, keys.itemid))
    .where(and(eq(keys.digits, params.digits), isSet(items.isactive)))
    .limit(2),
);

/** The fields of an item that a kiosk shows. */
export const kioskItem = query((params: Params<{ itemid: number }>) =>
  build
    .select({
      itemid: items.itemid,
      itemcode: items.itemcode,
      gagelabtag: items.gagelabtag,
      name: items.name,
      description: items.description,
      quantityonhand: items.quantityonhand,
      imagefilename: items.imagefilename,
    })
    .from(items)
    .where(eq(items.itemid, params.itemid)),
);

export const deleteDigits = command((params: Params<{ itemid: number }>) =>
  build.delete(keys).where(eq(keys.itemid, params.itemid)),
);

export const insertDigits = command((params: Params<{ itemid: number; digits: string }>) =>
  build.insert(keys).values({ itemid: params.itemid, digits: params.digits }),
);

/** The take that was booked for a scan at a kiosk. */
export const takeOfScan = query((params: Params<{ scanid: string }>) =>
  build
    .select({ itemid: ledger.itemid, sso: ledger.sso, delta: ledger.delta })
    .from(ledger)
    .where(eq(ledger.scanid, params.scanid)),
);

/** An equal take within a period. */
export const sameTake = query(
  (params: Params<{ itemid: number; sso: string; delta: number; from: string; until: string }>) =>
    build
      .select({ ledgerid: ledger.ledgerid })
      .from(ledger)
      .where(
        and(
          eq(ledger.itemid, params.itemid),
          between(ledger.eventdate, params.from, params.until),
          eq(ledger.event, 'take'),
          eq(ledger.sso, params.sso),
          eq(ledger.delta, params.delta),
        ),
      )
      .limit(1),
);

export const highestRevision = query((params: Params<{ itemid: number }>) =>
  build
    .select({ revision: max(printfiles.revision).as('revision') })
    .from(printfiles)
    .where(eq(printfiles.itemid, params.itemid)),
);

export const fileWithId = query((params: Params<{ fileid: number }>) =>
  build
    .select({ filename: printfiles.filename })
    .from(printfiles)
    .where(eq(printfiles.fileid, params.fileid)),
);

const isLow = sql`${items.quantityonhand} <= ${items.lowstockthreshold}`;

/** Counts the active parts, those with low stock, and those out of stock. */
export const stockCounts = query(() =>
  build
    .select({
      total: count().as('total'),
      low: sql<number>`coalesce(sum(${isLow}), 0)`.as('low'),
      out: sql<number>`coalesce(sum(${items.quantityonhand} = 0), 0)`.as('out'),
    })
    .from(items)
    .where(isSet(items.isactive)),
);

const entered = sql`(SELECT coalesce(sum(${ledger.delta}), 0) FROM ${ledger} WHERE ${ledger.itemid} = ${items.itemid})`;

/** Active items with their quantity on hand, and its difference from the sum of their ledger. */
export const stock = query(() =>
  build
    .select({
      itemid: items.itemid,
      itemcode: items.itemcode,
      gagelabtag: items.gagelabtag,
      name: items.name,
      quantityonhand: items.quantityonhand,
      lowstockthreshold: items.lowstockthreshold,
      lowstock: sql<number>`coalesce(${isLow}, 0)`.as('lowstock'),
      ledgerdelta: sql<number>`${items.quantityonhand} - ${entered}`.as('ledgerdelta'),
    })
    .from(items)
    .where(isSet(items.isactive))
    .orderBy(items.itemcode),
);

/** Active items at or below their threshold, lowest stock first. */
export const lowStock = query(() =>
  build
    .select({
      itemid: items.itemid,
      itemcode: items.itemcode,
      gagelabtag: items.gagelabtag,
      name: items.name,
      quantityonhand: items.quantityonhand,
      lowstockthreshold: items.lowstockthreshold,
      supportteam: sql<string | null>`${supportteams.teamname}`.as('supportteam'),
    })
    .from(items)
    .leftJoin(supportteams, eq(supportteams.supportteamid, items.supportteamid))
    .where(and(isSet(items.isactive), isLow))
    .orderBy(items.quantityonhand, items.itemcode),
);

const takesSince = (params: Params<{ since: string }>) =>
  and(eq(ledger.event, 'take'), gte(ledger.eventdate, params.since));
const takes = count().as('takes');
const quantitytaken = sql<number>`-sum(${ledger.delta})`.as('quantitytaken');

/** Takes by item since an instant, the most taken item first. */
export const consumption = query((params: Params<{ since: string }>) =>
  build
    .select({
      itemid: ledger.itemid,
      itemcode: items.itemcode,
      gagelabtag: items.gagelabtag,
      name: items.name,
      takes,
      quantitytaken,
    })
    .from(ledger)
    .innerJoin(items, eq(items.itemid, ledger.itemid))
    .where(takesSince(params))
    .groupBy(ledger.itemid)
    .orderBy(desc(quantitytaken), items.itemcode),
);

/** Takes by person since an instant, the person with the most pieces first. */
export const takenByPerson = query((params: Params<{ since: string }>) =>
  build
    .select({
      sso: ledger.sso,
      personname: max(ledger.personname).as('personname'),
      takes,
      items: countDistinct(ledger.itemid).as('items'),
      quantitytaken,
    })
    .from(ledger)
    .where(takesSince(params))
    .groupBy(ledger.sso)
    .orderBy(desc(quantitytaken), ledger.sso),
);

/** The name and webhook of a support team. The URL of the webhook is encrypted. */
export const teamWithId = query((params: Params<{ supportteamid: number }>) =>
  build
    .select({ teamname: supportteams.teamname, webhookurl: supportteams.webhookurl })
    .from(supportteams)
    .where(eq(supportteams.supportteamid, params.supportteamid)),
);

export const itemLabel = query((params: Params<{ itemid: number }>) =>
  build
    .select({
      itemcode: items.itemcode,
      gagelabtag: items.gagelabtag,
      name: items.name,
      revision: sql<
        number | null
      >`(SELECT max(${printfiles.revision}) FROM ${printfiles} WHERE ${printfiles.itemid} = ${params.itemid})`.as(
        'revision',
      ),
    })
    .from(items)
    .where(eq(items.itemid, params.itemid)),
);
