import { z } from 'zod';
import { cutText } from '../../../src/kit/clean-text.ts';
import type { ZabbixCall } from './zabbix.ts';

/** A printer to be found in Zabbix. */
export interface PrinterLookup {
  printerid: number;
  addresses: readonly string[];
  /** Possible names of the host of the printer in Zabbix, the most likely first. */
  names: readonly string[];
}

/** Data from Zabbix about a printer. */
export interface PrinterReading {
  hostid: string;
  /** 1 when the printer responds, 0 when it does not, -1 when that is unknown. */
  pingstatus: number;
  /** The values as received, with their times in seconds since the epoch. */
  supplies: { name: string; text: string; at: number }[];
}

/** Maximum hosts in one request to Zabbix. */
const CHUNK = 1000;
/** Maximum supplies of one printer. */
const MAX_SUPPLIES = 100;

const text = z.string().max(4096);
const interfaces = z.array(z.object({ hostid: text, ip: text.default(''), dns: text.default('') }));
const hosts = z.array(z.object({ hostid: text, host: text, name: text.default('') }));
const items = z.array(
  z.object({
    hostid: text,
    name: text,
    key_: text,
    // The value of a text item may be long, but such an item is no level of a supply.
    lastvalue: z.string().default(''),
    lastclock: z.coerce.number().catch(0),
    units: text.default(''),
  }),
);

/**
 * Reads the Zabbix data of printers with at most four requests for each thousand. Hosts are found by the
 * address of an interface, then by name; printers without a host are missing from the result. The data are
 * the percent items of a host that can be supplies, at most 100, and its ping status.
 */
export async function readFleet(
  ask: ZabbixCall,
  printers: readonly PrinterLookup[],
): Promise<Map<number, PrinterReading>> {
  const found = new Map<number, PrinterReading>();
  for (let at = 0; at < printers.length; at += CHUNK) {
    const some = printers.slice(at, at + CHUNK);
    const hostids = await hostsOf(ask, some);
    if (hostids.size === 0) continue;
    const readings = await readingsOf(ask, [...new Set(hostids.values())]);
    for (const [printerid, hostid] of hostids) {
      const reading = readings.get(hostid);
      if (reading) found.set(printerid, reading);
    }
  }
  return found;
}

async function hostsOf(ask: ZabbixCall, printers: readonly PrinterLookup[]): Promise<Map<number, string>> {
  const hostids = new Map<number, string>();
  const addresses = [...new Set(printers.flatMap((one) => one.addresses))];
  if (addresses.length > 0) {
    const params = { output: ['hostid', 'ip', 'dns'], filter: { ip: addresses } };
    const rows = await ask('hostinterface.get', params, interfaces);
    const byAddress = new Map(rows.map(({ ip, hostid }) => [ip.toLowerCase(), hostid]));
    for (const { printerid, addresses: own } of printers) {
      const address = own.find((one) => byAddress.has(one));
      if (address) hostids.set(printerid, byAddress.get(address)!);
    }
  }
  const rest = printers.filter(({ printerid, names }) => !hostids.has(printerid) && names.length > 0);
  if (rest.length === 0) return hostids;
  const names = [...new Set(rest.flatMap((one) => one.names))];
  const params = {
    output: ['hostid', 'host', 'name'],
    filter: { host: names, name: names },
    searchByAny: true,
  };
  const rows = await ask('host.get', params, hosts);
  const byName = new Map(
    rows.flatMap(({ host, name, hostid }) => [
      [name.toLowerCase(), hostid],
      [host.toLowerCase(), hostid],
    ]),
  );
  for (const { printerid, names: own } of rest) {
    const name = own.find((one) => byName.has(one.toLowerCase()));
    if (name) hostids.set(printerid, byName.get(name.toLowerCase())!);
  }
  return hostids;
}

const OUTPUT = ['hostid', 'name', 'key_', 'lastvalue', 'lastclock', 'units'];

async function readingsOf(ask: ZabbixCall, hostids: readonly string[]): Promise<Map<string, PrinterReading>> {
  const of = { output: OUTPUT, hostids, monitored: true };
  const [levels, pings] = await Promise.all([
    ask('item.get', { ...of, filter: { units: '%' } }, items),
    ask('item.get', { ...of, search: { key_: 'icmpping' }, startSearch: true }, items),
  ]);
  const readings = new Map<string, PrinterReading>(
    hostids.map((hostid) => [hostid, { hostid, pingstatus: -1, supplies: [] }]),
  );
  for (const { hostid, key_, lastvalue, lastclock } of pings) {
    const reading = readings.get(hostid);
    if (reading && /^icmpping(?:\[|$)/.test(key_) && lastclock > 0 && /^[01]$/.test(lastvalue))
      reading.pingstatus = Number(lastvalue);
  }
  for (const { hostid, name, key_, lastvalue, lastclock, units } of levels) {
    const { supplies } = readings.get(hostid) ?? {};
    const called = cutText(name, 255);
    if (!supplies || !called || units !== '%' || isNoSupply(key_)) continue;
    // If two items have one name, the most recent one counts.
    const twin = supplies.findIndex((one) => one.name === called);
    const supply = { name: called, text: lastvalue, at: lastclock };
    if (twin < 0 && supplies.length < MAX_SUPPLIES) supplies.push(supply);
    else if (twin >= 0 && supplies[twin]!.at < lastclock) supplies[twin] = supply;
  }
  return readings;
}

/** Reports whether an item is no supply. Lost pings, processors and memory are in percent too. */
const isNoSupply = (key: string): boolean => /^(?:icmpping|system\.|vm\.|vfs\.|net\.|zabbix)/.test(key);
