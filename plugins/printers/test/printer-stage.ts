import type { Send } from '../../../test/browser/filled-plant.ts';
import { FakeZabbix } from './fake-zabbix.ts';

export const ZABBIX_TOKEN = 'token-of-the-stage';

interface Stage {
  zabbix: FakeZabbix;
  machine: number;
  pc: number;
  /** Secret of a service token that may report. */
  secret: string;
  /** Printer ids by their Windows names. */
  printers: Record<string, number>;
}

const COLORS = ['black', 'cyan', 'magenta', 'yellow'] as const;

/** Creates a hall with printers, a machine, the PC that controls it, and a Zabbix that monitors the printers. */
export async function createPrinterStage(send: Send): Promise<Stage> {
  const create = async <T>(path: string, body: object) =>
    (await send('POST', path, body)).data as unknown as T;
  const { vendorid } = await create<{ vendorid: number }>('/vendors', { vendor: 'Papyra' });
  const { modelnumberid } = await create<{ modelnumberid: number }>('/models', {
    modelnumber: 'ColorFlow C70',
    vendorid,
  });
  for (const color of COLORS)
    for (const [capacitytier, end] of [
      ['standard', ''],
      ['high', 'X'],
    ])
      await create(`/printers/models/${modelnumberid}/supplies`, {
        partnumber: `TN70${color[0]!.toUpperCase()}${end}`,
        color,
        capacitytier,
        pageyield: end ? 12_000 : 6000,
      });
  await create('/printers/drivers', {
    name: 'Papyra Universal PCL6',
    location: '\\\\files\\drivers\\papyra',
    modelnumberid,
  });
  const { locationid } = await create<{ locationid: number }>('/locations', { location: 'Hall 3' });
  const printers: Record<string, number> = {};
  for (const [index, windowsname] of ['HALL3-COLOR', 'HALL3-LABELS', 'OFFICE-MONO'].entries()) {
    const printer = await create<{ printerid: number }>('/printers', {
      assetnumber: `PR-0${index + 1}`,
      name: `Printer ${index + 1}`,
      windowsname,
      hostname: `prn-${index + 1}`,
      ipaddress: `10.44.0.${index + 1}`,
      vendorid,
      locationid,
      pin: '4711',
      ...(index === 0 && { modelnumberid, iscolor: true }),
    });
    printers[windowsname] = printer.printerid;
  }
  const zabbix = new FakeZabbix(ZABBIX_TOKEN);
  zabbix.hosts = [1, 2].map((n) => ({ hostid: String(n), host: `h${n}`, ip: `10.44.0.${n}` }));
  const lastclock = Math.floor(Date.now() / 1000) - 300;
  const item = (hostid: string, name: string, lastvalue: string, units = '%', at = lastclock) => ({
    hostid,
    name,
    key_: units === '%' ? `supply[${name}]` : 'icmpping',
    units,
    lastvalue,
    lastclock: at,
  });
  zabbix.items = [
    item('1', 'Black toner', '64'),
    item('1', 'Cyan toner', '7'),
    item('1', 'Magenta toner', '18'),
    item('1', 'Yellow toner', '91'),
    item('1', 'Waste box', '-3'),
    item('1', 'Ping', '1', ''),
    item('2', 'Ribbon', '-2'),
    item('2', 'Print head', '40', '%', lastclock - 4 * 86_400),
  ];
  await send('PUT', '/settings/zabbix_url', { value: zabbix.url });
  await send('PUT', '/settings/zabbix_token', { value: ZABBIX_TOKEN });
  const types = (await send('GET', '/assets/types')).data as unknown as {
    assettypeid: number;
    assettype: string;
  }[];
  const assettypeid = types.find(({ assettype }) => assettype === 'Machine')!.assettypeid;
  const machine = (
    await create<{ assetid: number }>('/assets', { assetnumber: 'MC-100', name: 'Grinder', assettypeid })
  ).assetid;
  const pc = (await create<{ assetid: number }>('/computers', { assetnumber: 'PC-100', hostname: 'pc-100' }))
    .assetid;
  await create('/assets/relationships', { sourceassetid: pc, targetassetid: machine, relationshiptypeid: 1 });
  await send('PUT', `/printers/assignments/for-asset/${machine}`, {
    printerids: [printers['HALL3-COLOR'], printers['HALL3-LABELS']],
    defaultprinterid: printers['HALL3-COLOR'],
  });
  const { secret } = await create<{ secret: string }>('/apitokens', {
    name: 'collector',
    service: true,
    scopes: ['collector.ingest'],
  });
  return { zabbix, machine, pc, printers, secret };
}

/** Sends the printer queues as the agent of a PC does. */
export async function sendQueues(url: string, key: string): Promise<void> {
  const queues = [
    {
      name: 'Office',
      portname: 'IP_10.44.0.3',
      ipaddress: '10.44.0.3',
      drivername: 'Papyra Universal PCL6',
      isdefault: true,
    },
    { name: 'Old plotter', portname: 'IP_10.44.9.9', ipaddress: '10.44.9.9', drivername: 'Plot 2000' },
    { name: 'Microsoft Print to PDF', portname: 'PORTPROMPT:', drivername: 'Microsoft Print To PDF' },
  ];
  const answer = await fetch(`${url}/api/collector/printers`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ hostname: 'pc-100', queues }),
  });
  if (!answer.ok) throw new Error(`The queues were not taken: ${answer.status}`);
}
