import { readHardware } from './hardware.ts';
import {
  findLoggedInUser,
  listAddresses,
  readBootTime,
  readFirmware,
  readHostname,
  readOperatingSystem,
  readOutputLines,
  runPowershell,
} from './this-pc.ts';

interface Program {
  name: string;
  version?: string;
}

export type Inventory = Awaited<ReturnType<typeof collectInventory>>;

const MAX_PROGRAMS = 20_000;

/**
 * Reads the inventory of this PC in the form that `POST /api/collector/computers` accepts. Values that cannot
 * be read are left out.
 */
export async function collectInventory() {
  const [firmware, system, user, programs, parts] = await Promise.all([
    readFirmware(),
    readOperatingSystem(),
    findLoggedInUser(),
    listInstalledPrograms(),
    readHardware(),
  ]);
  const firmwareFacts = Object.fromEntries(Object.entries(firmware).filter(([, value]) => value !== ''));
  return {
    hostname: readHostname(),
    ...firmwareFacts,
    ...system,
    ...(user !== undefined && { loggedinuser: user }),
    lastboottime: readBootTime(),
    ...listAddresses(),
    hardware: parts,
    ...(programs.length > 0 && { installedapps: programs.slice(0, MAX_PROGRAMS) }),
  };
}

async function listInstalledPrograms(): Promise<Program[]> {
  if (process.platform === 'win32') return windowsPrograms();
  const debian = await readOutputLines('dpkg-query', [
    '-W',
    '-f',
    '${db:Status-Abbrev}\t${Package}\t${Version}\n',
  ]);
  if (debian.length > 0)
    return debian
      .map((line) => line.split('\t'))
      .flatMap(([state, name, version]) => (state?.startsWith('ii') && name ? [{ name, version }] : []));
  const rpm = await readOutputLines('rpm', ['-qa', '--qf', '%{NAME}\t%{VERSION}-%{RELEASE}\n']);
  return rpm.map((line) => line.split('\t')).flatMap(([name, version]) => (name ? [{ name, version }] : []));
}

/** Lists the programs of both registry views, 64-bit and 32-bit. */
async function windowsPrograms(): Promise<Program[]> {
  const rows = await runPowershell<Parameters<typeof programsOf>[0]>(
    "@(Get-ItemProperty 'HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*','HKLM:\\Software\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*' -ErrorAction SilentlyContinue | Where-Object DisplayName | ForEach-Object { @{n=$_.DisplayName;v=$_.DisplayVersion} }) | ConvertTo-Json -Compress",
  );
  return programsOf(rows ?? []);
}

/**
 * Returns programs with text fields. Some registry entries have a number or several texts instead of a
 * version text; several texts are joined by commas. Entries without a name are skipped.
 */
export const programsOf = (rows: readonly { n: unknown; v: unknown }[]): Program[] =>
  rows.flatMap(({ n, v }) => (n ? [{ name: String(n), version: v == null ? undefined : String(v) }] : []));
