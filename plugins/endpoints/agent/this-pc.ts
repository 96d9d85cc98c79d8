import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces, release, uptime } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the output lines of a program without empty ones. Returns none when it is missing, fails or takes
 * longer than a minute.
 */
export async function readOutputLines(program: string, args: readonly string[]): Promise<string[]> {
  try {
    const { stdout } = await run(program, [...args], { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 });
    return stdout.split(/\r?\n/).filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** Runs a PowerShell script and parses its JSON output. Returns undefined when that fails. */
export async function runPowershell<T>(script: string): Promise<T | undefined> {
  const lines = await readOutputLines('powershell.exe', [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    script,
  ]);
  try {
    return JSON.parse(lines.join('\n')) as T;
  } catch {
    return undefined;
  }
}

const isWindows = process.platform === 'win32';

/**
 * Reads a firmware field of a Linux PC. Returns an empty text when it is missing or this user may not read
 * it.
 */
export const readDmi = (name: string): string => {
  try {
    return readFileSync(`/sys/class/dmi/id/${name}`, 'utf8').trim();
  } catch {
    return '';
  }
};

export interface Firmware {
  serialnumber: string;
  uuid: string;
  manufacturer: string;
  model: string;
}

/** Reads the firmware data. A text is empty when it is missing or this user may not read it. */
export async function readFirmware(): Promise<Firmware> {
  if (!isWindows)
    return {
      serialnumber: readDmi('product_serial'),
      uuid: readDmi('product_uuid'),
      manufacturer: readDmi('sys_vendor'),
      model: readDmi('product_name'),
    };
  const firmware = await runPowershell<Record<keyof Firmware, string | null>>(
    '$b=Get-CimInstance Win32_BIOS;$p=Get-CimInstance Win32_ComputerSystemProduct;$c=Get-CimInstance Win32_ComputerSystem;@{serialnumber=$b.SerialNumber;uuid=$p.UUID;manufacturer=$c.Manufacturer;model=$c.Model}|ConvertTo-Json',
  );
  const { serialnumber, uuid, manufacturer, model } = firmware ?? {};
  return {
    serialnumber: serialnumber ?? '',
    uuid: uuid ?? '',
    manufacturer: manufacturer ?? '',
    model: model ?? '',
  };
}

export const readHostname = (): string => hostname();

/** Returns the common name and the version of the operating system. */
export async function readOperatingSystem(): Promise<{ osname: string; osversion: string }> {
  if (isWindows) {
    const system = await runPowershell<{ n: string; v: string }>(
      '$o=Get-CimInstance Win32_OperatingSystem;@{n=$o.Caption;v=$o.Version}|ConvertTo-Json',
    );
    return { osname: system?.n ?? 'Windows', osversion: system?.v ?? release() };
  }
  const fields = new Map(
    osRelease().map((line) => {
      const [key = '', value = ''] = line.split(/=(.*)/s);
      return [key, value.replace(/^"|"$/g, '')] as const;
    }),
  );
  return {
    osname: fields.get('PRETTY_NAME') ?? process.platform,
    osversion: fields.get('VERSION_ID') ?? release(),
  };
}

/** Returns the name of the operating system with its version, such as `Debian GNU/Linux 12 (bookworm)`. */
export const formatOperatingSystem = ({
  osname,
  osversion,
}: {
  osname: string;
  osversion: string;
}): string => (osname.includes(osversion) ? osname : `${osname} (${osversion})`);

function osRelease(): string[] {
  try {
    return readFileSync('/etc/os-release', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Returns the IP addresses at which other devices can reach this PC, and the hardware addresses of its
 * network adapters.
 */
export function listAddresses(): { ipaddresses: string[]; macaddresses: string[] } {
  const all = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal);
  const macs = all.map(({ mac }) => mac).filter((mac) => mac !== '00:00:00:00:00:00');
  return {
    ipaddresses: [...new Set(all.map(({ address }) => address.split('%')[0]!))].filter(isReachable),
    macaddresses: [...new Set(macs)],
  };
}

/** Link-local addresses are valid only on one cable, so they do not lead to this PC. */
const isReachable = (address: string): boolean => !/^(?:fe[89ab]|169\.254\.)/i.test(address);

/**
 * Returns the user at the console of a Windows PC, or the first signed-in user of a Linux PC. Returns
 * undefined when there is none.
 */
export async function findLoggedInUser(): Promise<string | undefined> {
  if (isWindows) {
    const session = await runPowershell<{ u: string | null }>(
      '@{u=(Get-CimInstance Win32_ComputerSystem).UserName}|ConvertTo-Json',
    );
    return session?.u ?? undefined;
  }
  return (await readOutputLines('who', []))[0]?.split(/\s+/)[0];
}

export const readUptimeSeconds = (): number => Math.round(uptime());

/**
 * Returns the time of the last start as ISO 8601, rounded to the minute, because the exact value varies with
 * each call.
 */
export const readBootTime = (): string =>
  new Date(Math.round((Date.now() - uptime() * 1000) / 60_000) * 60_000).toISOString();
