import { invalid, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { driversOfPrinters } from '../queries.ts';
import type { Installable } from './list.ts';
import { networkPrintersAmong } from './queries.ts';
import { asciiName, patternOf, quotePowershell, SAFE_NAME } from './quoting.ts';

/** Maximum printers of one batch file. */
export const MAX_PRINTERS = 100;

/** Share names of letters, digits and characters without a special meaning in cmd.exe. */
const SAFE_SHARE = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,127}$/;
const SAFE_HOST = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/;
const SAFE_ADDRESS = /^[0-9A-Fa-f.:]{2,45}$/;
/** `\\server\share`, with optional folders and a file below it, or a path on a drive. */
const SAFE_PATH = /^(?:\\\\(?![.?])|[A-Za-z]:\\)[A-Za-z0-9 ._\\-]*[A-Za-z0-9_-]$/;
const SHARED_QUEUE = /^\\\\[^\\]+\\[^\\]+$/;
const INSTALLER = /\.(?:exe|cmd|bat|msi)$/i;

interface Driver {
  name: string;
  location: string;
}

/**
 * Returns a Windows batch file that installs printers and then deletes itself. Throws 404 for an ID that is
 * unknown, retired or not on the network. Throws 400 with the printer whose values are unsafe in a batch
 * file.
 */
export function buildInstallBatch(host: Host, printerids: readonly number[]): string {
  const { rows, drivers } = host.db.read((reader) => {
    const ids = JSON.stringify(printerids);
    const found = driversOfPrinters.all(reader, { ids });
    return {
      rows: networkPrintersAmong.all(reader, { ids }),
      drivers: new Map([...found].reverse().map((driver) => [driver.printerid, driver])),
    };
  });
  if (rows.length < new Set(printerids).size) throw notFound('A printer of the list');
  const parts = rows.map((row) => partOf(row, drivers.get(row.printerid)));
  return [...BATCH_HEADER, ...parts.flat(), ...BATCH_FOOTER].join('\r\n');
}

const BATCH_HEADER = [
  '@echo off',
  'setlocal DisableDelayedExpansion',
  'set FAILED=0',
  'echo Installing printers. Please wait.',
];

/** The last lines of the batch file, which delete the file. cmd.exe parses a whole line before it runs it. */
const BATCH_FOOTER = [
  'echo.',
  'if %FAILED%==0 (echo All printers are installed.) else (echo Some printers were not installed, see above.)',
  'timeout /t 10 >nul 2>&1',
  '(goto) 2>nul & del "%~f0"',
  '',
];

function partOf(row: Installable, driver: Driver | undefined): string[] {
  const name = row.windowsname ?? row.hostname ?? row.name ?? row.assetnumber;
  const refuseUnsafe = (what: string, value: string, form: RegExp): void => {
    if (form.test(value)) return;
    throw invalid(
      'printerids',
      `Printer ${row.printerid} (${shownAs(name)}) cannot be added to an installer: its ${what} has characters that a batch file could run as commands. Use letters, digits, spaces, dots, hyphens and underscores. Names of printers and drivers can also have brackets, + and #.`,
    );
  };
  refuseUnsafe('windowsname', name, SAFE_NAME);
  // Unused values are checked too, because an unsafe one may be an attack.
  if (row.hostname) refuseUnsafe('hostname', row.hostname, SAFE_HOST);
  if (row.sharename)
    refuseUnsafe('sharename', row.sharename, row.sharename.startsWith('\\') ? SAFE_PATH : SAFE_SHARE);
  if (row.installpath) refuseUnsafe('installpath', row.installpath, SAFE_PATH);
  if (row.ipaddress) refuseUnsafe('ipaddress', row.ipaddress, SAFE_ADDRESS);
  const shared = wayTo(row);
  if (driver && !shared) {
    refuseUnsafe('driver', driver.name, SAFE_NAME);
    refuseUnsafe('path of the driver', driver.location, SAFE_PATH);
  }
  return ['echo.', `echo Printer ${asciiName(name)}`, ...(shared ?? networkInstallLines(row, name, driver))];
}

const FAILED = 'if errorlevel 1 set FAILED=1';

/**
 * Returns the commands to install through an installer or a print server, or undefined if there is neither.
 */
function wayTo({ installpath, sharename, hostname }: Installable): string[] | undefined {
  if (installpath && INSTALLER.test(installpath)) {
    const isMsi = /\.msi$/i.test(installpath);
    return [`start /wait "" ${isMsi ? `msiexec.exe /qb /i "${installpath}"` : `"${installpath}"`}`, FAILED];
  }
  if (installpath && SHARED_QUEUE.test(installpath)) return connectTo(installpath);
  if (sharename?.startsWith('\\')) return connectTo(sharename);
  return sharename && hostname ? connectTo(`\\\\${hostname}\\${sharename}`) : undefined;
}

/** Returns the commands to install over the network, with a driver of the model or without one. */
function networkInstallLines(
  { hostname, ipaddress }: Installable,
  name: string,
  driver: Driver | undefined,
): string[] {
  const address = ipaddress ?? hostname;
  if (!address) return ['echo This printer has no address, share or installer.', 'set FAILED=1'];
  return driver ? withDriver(name, address, driver) : withoutDriver(name, address);
}

/** Returns the commands to connect to a queue of a print server, which provides the driver. */
const connectTo = (queue: string): string[] => [
  `rundll32.exe printui.dll,PrintUIEntry /in /q /n "${queue}"`,
  FAILED,
];

/**
 * Returns the commands to run a PowerShell script. The script must not contain double quotes or percent
 * signs, so that cmd.exe passes it on unchanged.
 */
const powershell = (script: string): string[] => [
  `powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -Command "$ErrorActionPreference='Stop'; ${script}"`,
  FAILED,
];

const port = (address: string): string =>
  `if (-not (Get-PrinterPort -Name 'IP_${address}' -ErrorAction SilentlyContinue)) { Add-PrinterPort -Name 'IP_${address}' -PrinterHostAddress '${address}' }`;

const withDriver = (name: string, address: string, driver: Driver): string[] => {
  // For a folder, pnputil needs a pattern, and `/subdirs` to search all its subfolders too.
  const files = /\.inf$/i.test(driver.location) ? '' : '\\*.inf" /subdirs';
  return [
    `pnputil.exe /add-driver "${driver.location}${files || '"'} /install >nul`,
    ...powershell(
      `Add-PrinterDriver -Name ${quotePowershell(driver.name)}; ${port(address)}; ${unlessInstalled(name)} { Add-Printer -Name ${quotePowershell(name)} -DriverName ${quotePowershell(driver.name)} -PortName 'IP_${address}' }`,
    ),
  ];
};

const unlessInstalled = (name: string): string =>
  `if (-not (Get-Printer -Name ${patternOf(name)} -ErrorAction SilentlyContinue))`;

/** Returns the commands to install over IPP, for which Windows needs no driver of the vendor. */
const withoutDriver = (name: string, address: string): string[] => {
  const host = address.includes(':') ? `[${address}]` : address;
  return powershell(
    `${unlessInstalled(name)} { Add-Printer -IppURL 'ipp://${host}/ipp/print' -Name ${quotePowershell(name)} }`,
  );
};

/**
 * Returns the first 80 characters of a name for messages. Invisible characters and white space other than
 * blanks become question marks.
 */
const shownAs = (name: string): string => name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 80);
