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

/** What this PC is and what is installed on it, as `POST /api/collector/computers` takes it. */
export async function collectInventory() {
  const [told, system, user, programs, parts] = await Promise.all([
    readFirmware(),
    readOperatingSystem(),
    findLoggedInUser(),
    installedPrograms(),
    readHardware(),
  ]);
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ''));
  return {
    hostname: readHostname(),
    ...known,
    ...system,
    ...(user !== undefined && { loggedinuser: user }),
    lastboottime: readBootTime(),
    ...listAddresses(),
    hardware: parts,
    ...(programs.length > 0 && { installedapps: programs.slice(0, MAX_PROGRAMS) }),
  };
}

async function installedPrograms(): Promise<Program[]> {
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

/** Both halves of the registry: programs of 64 and of 32 bits. */
async function windowsPrograms(): Promise<Program[]> {
  const rows = await runPowershell<Parameters<typeof programsOf>[0]>(
    "@(Get-ItemProperty 'HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*','HKLM:\\Software\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*' -ErrorAction SilentlyContinue | Where-Object DisplayName | ForEach-Object { @{n=$_.DisplayName;v=$_.DisplayVersion} }) | ConvertTo-Json -Compress",
  );
  return programsOf(rows ?? []);
}

/** Some write a number where the registry has the text of a version, or several texts. */
export const programsOf = (rows: readonly { n: unknown; v: unknown }[]): Program[] =>
  rows.flatMap(({ n, v }) => (n ? [{ name: String(n), version: v == null ? undefined : String(v) }] : []));
