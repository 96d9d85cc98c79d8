import { type ApiClient, ApiFailure } from './api-client.ts';
import { batchesOf, forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { modelKey, type ReferenceIds } from './load-references.ts';
import type { Plant } from './plant.ts';
import type { PlantAsset } from './plant-shapes.ts';
import { createRandom, type Random } from './random.ts';

interface Kind {
  type: string;
  iscolor: boolean;
  driver: string;
  /** Parts to order: number, type, color. */
  parts: readonly [string, string, string][];
  /** Returns the levels of the supplies as the inventory of a printer of this model reports them. */
  supplies(random: Random): Record<string, string>;
}

/** Returns a supply level: most are high, some low and a few nearly zero. */
const level = (random: Random): string => {
  const low = random.weighted([
    [40, 70],
    [12, 20],
    [2, 10],
  ]);
  return String(Math.min(100, low + random.whole(0, low === 40 ? 60 : 10)));
};

const COLORS = ['black', 'cyan', 'magenta', 'yellow'] as const;

/** Type, parts and supplies of each printer model of the plant. */
const KINDS: Readonly<Record<string, Kind>> = {
  'LaserDesk M507': {
    type: 'Laser',
    iscolor: false,
    driver: 'Papyra Universal PCL6',
    parts: [
      ['PL-507A', 'toner', 'black'],
      ['PL-507DR', 'drum', 'none'],
    ],
    supplies: (random) => ({ tonerblack: level(random), drumblack: level(random) }),
  },
  'ColorFlow C70': {
    type: 'Multifunction',
    iscolor: true,
    driver: 'Papyra ColorFlow PS',
    parts: [
      ...COLORS.map((color): [string, string, string] => [`CF-70${color[0]!.toUpperCase()}`, 'toner', color]),
      ['CF-70W', 'waste', 'none'],
    ],
    supplies: (random) => ({
      ...Object.fromEntries(COLORS.map((color) => [`toner${color}`, level(random)])),
      wastetoner: 'OK',
    }),
  },
  'ZT-411': {
    type: 'Label',
    iscolor: false,
    driver: 'Zeblin Label Driver',
    parts: [['ZT-RIB110', 'label', 'black']],
    supplies: () => ({}),
  },
};

type Stage = (name: string, total: number) => () => void;

/**
 * Loads drivers, parts to order, Windows names and inventories of the printers, and the queues that PCs
 * report. Returns the number of printers.
 */
export async function loadPrinters(
  api: ApiClient,
  plant: Plant,
  references: ReferenceIds,
  key: string,
  stage: Stage,
): Promise<number> {
  await loadModels(api, plant, references);
  const printers = [...plant.assets()].filter(({ kind }) => kind === 'Printer');
  const step = stage('Printers', printers.length);
  await setWindowsNames(api, new Map(printers.map((printer) => [printer.assetnumber, printer])));
  await forEachConcurrently(printers, LANES, async (printer) => {
    const random = createRandom('supplies', printer.serialnumber);
    const kind = KINDS[printer.modelnumber];
    // Some printers are switched off during the scan.
    if (kind && random.chance(0.85))
      await api.post('/api/collector/glpi', inventoryOf(printer, kind, random), { 'X-API-Key': key });
    step();
  });
  await forEachConcurrently(batchesOf(queuesOf(plant, printers), 200), 1, async (records) => {
    await api.post('/api/collector/printers', { records }, { 'X-API-Key': key });
  });
  return printers.length;
}

async function loadModels(api: ApiClient, plant: Plant, references: ReferenceIds): Promise<void> {
  const known = new Set<unknown>();
  for (const driver of (await api.get('/api/printers/drivers')) as unknown as { name: string }[])
    known.add(driver.name);
  for (const { vendor, modelnumber } of plant.models) {
    const kind = KINDS[modelnumber];
    const modelnumberid = references.models.get(modelKey(references.vendors.get(vendor), modelnumber));
    if (!kind || modelnumberid === undefined) continue;
    const folder = modelnumber.toLowerCase().replace(/\W+/g, '-');
    if (!known.has(kind.driver))
      await api.post('/api/printers/drivers', {
        name: kind.driver,
        location: `\\\\files.plant.example\\drivers\\${folder}`,
        modelnumberid,
      });
    for (const [partnumber, supplytype, color] of kind.parts)
      await ignoreConflict(
        api.post(`/api/printers/models/${modelnumberid}/supplies`, { partnumber, supplytype, color }),
      );
  }
}

async function ignoreConflict(making: Promise<unknown>): Promise<void> {
  try {
    await making;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
  }
}

/** Sets the Windows name, the type and the features of each printer without a Windows name. */
async function setWindowsNames(api: ApiClient, printers: ReadonlyMap<string, PlantAsset>): Promise<void> {
  const types = new Map<unknown, unknown>();
  for await (const row of api.list('/api/printers/types')) types.set(row.printertype, row.printertypeid);
  const unnamed: [printerid: unknown, printer: PlantAsset][] = [];
  for await (const row of api.list('/api/printers')) {
    const printer = printers.get(String(row.assetnumber));
    if (printer && row.windowsname === null) unnamed.push([row.printerid, printer]);
  }
  await forEachConcurrently(unnamed, LANES, async ([printerid, { hostname, modelnumber }]) => {
    const kind = KINDS[modelnumber];
    await api.put(`/api/printers/${printerid}`, {
      windowsname: hostname,
      printertypeid: types.get(kind?.type) ?? null,
      iscolor: kind?.iscolor ?? false,
      isduplex: kind !== undefined && kind.type !== 'Label',
    });
  });
}

/** Builds the inventory of a printer as an agent reports it from a network scan. */
function inventoryOf(printer: PlantAsset, kind: Kind, random: Random): object {
  const { name, serialnumber, vendor, modelnumber, ipaddress, macaddress } = printer;
  const total = random.whole(2000, 180_000);
  return {
    deviceid: `${serialnumber}-2026-01-01-00-00-00`,
    action: 'netinventory',
    itemtype: 'Printer',
    content: {
      versionclient: 'demo',
      network_device: {
        type: 'Printer',
        name,
        serial: serialnumber,
        manufacturer: vendor,
        model: modelnumber,
        firmware: `${random.whole(2, 5)}.${random.whole(0, 9)}.${random.whole(10, 99)}`,
        ips: [ipaddress],
        mac: macaddress,
      },
      cartridges: [kind.supplies(random)],
      pagecounters: { total, rectoverso: Math.floor(total * 0.4) },
    },
  };
}

/**
 * Yields a report for each PC with a default printer: the queue of that printer and a PDF queue of Windows.
 */
function* queuesOf(plant: Plant, printers: readonly PlantAsset[]): Generator<object> {
  const byNumber = new Map(printers.map((printer) => [printer.assetnumber, printer]));
  const hosts = new Map<string, string>();
  for (const { assetnumber, computer } of plant.assets())
    if (computer) hosts.set(assetnumber, computer.hostname);
  for (const { source, target, relationshiptype } of plant.relationships()) {
    const printer = byNumber.get(target);
    const hostname = hosts.get(source);
    if (relationshiptype !== 'defaultprinter' || !printer || !hostname) continue;
    yield {
      hostname,
      queues: [
        {
          name: printer.hostname,
          portname: `IP_${printer.ipaddress}`,
          ipaddress: printer.ipaddress,
          drivername: KINDS[printer.modelnumber]?.driver,
          isdefault: true,
        },
        { name: 'Microsoft Print to PDF', portname: 'PORTPROMPT:', drivername: 'Microsoft Print To PDF' },
      ],
    };
  }
}
