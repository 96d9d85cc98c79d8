import { isIP } from 'node:net';
import { runProgram } from './programs.ts';
import { runPowershell } from './this-pc.ts';

/** A printer queue of this PC in the form that `POST /api/collector/printers` accepts. */
export interface PrintQueue {
  name: string;
  portname?: string;
  ipaddress?: string;
  drivername?: string;
  isdefault: boolean;
}

const MAX_QUEUES = 500;
/** Fixes the language of the output, whatever the language of the PC. */
const C_LOCALE = { env: { LC_ALL: 'C' } };

/**
 * Lists the printer queues of this PC, at most 500. Returns undefined when there is no print system or it
 * does not answer.
 */
export async function listPrintQueues(): Promise<PrintQueue[] | undefined> {
  const found = process.platform === 'win32' ? await windowsQueues() : await cupsQueues();
  return found?.slice(0, MAX_QUEUES);
}

async function cupsQueues(): Promise<PrintQueue[] | undefined> {
  let listed: string;
  try {
    listed = await runProgram('lpstat', ['-v', '-d'], C_LOCALE);
  } catch (cause) {
    // lpstat fails when there are no queues.
    return cause instanceof Error && /no destinations added/i.test(cause.message) ? [] : undefined;
  }
  const found = parseLpstat(listed);
  for (const queue of found) {
    const options = await runProgram('lpoptions', ['-p', queue.name], C_LOCALE).catch(() => '');
    queue.drivername = /\bprinter-make-and-model=(?:'([^']*)'|(\S+))/.exec(options)?.slice(1).find(Boolean);
  }
  return found;
}

/** Parses the output of `lpstat -v -d`. */
export function parseLpstat(listed: string): PrintQueue[] {
  const standard = /^system default destination: (.+)$/m.exec(listed)?.[1];
  return [...listed.matchAll(/^device for ([^:\s]+): (\S+)$/gm)].map(([, name = '', portname = '']) => ({
    name,
    portname,
    ipaddress: addressIn(portname),
    isdefault: name === standard,
  }));
}

/** Returns the IP address in the name of a port, or undefined if the port names a host or a cable. */
function addressIn(portname: string): string | undefined {
  const host = /^[a-z][\w+.-]*:\/\/(?:[^/@]*@)?(?:\[([^\]]+)\]|([^/:?]+))/i.exec(portname);
  const urlHost = host?.[1] ?? host?.[2] ?? '';
  const named = /[?&]ip=([\da-f.:]+)/i.exec(portname)?.[1] ?? '';
  return [urlHost, named].find((one) => isIP(one) !== 0);
}

interface Row {
  n: string;
  p: string | null;
  a: string | null;
  d: string | null;
  s: boolean;
}

async function windowsQueues(): Promise<PrintQueue[] | undefined> {
  const rows = await runPowershell<Row[]>(
    '$s=(Get-CimInstance Win32_Printer -Filter "Default=True").Name;ConvertTo-Json -Compress -InputObject @(Get-Printer | ForEach-Object { @{n=$_.Name;p=$_.PortName;d=$_.DriverName;a=(Get-PrinterPort -Name $_.PortName -ErrorAction SilentlyContinue).PrinterHostAddress;s=($_.Name -eq $s)} })',
  );
  return rows && toPrintQueues(rows);
}

/**
 * Converts the printer list of Windows, row by row. The address of a port is omitted unless it is an IP
 * address.
 */
export const toPrintQueues = (rows: readonly Row[]): PrintQueue[] =>
  rows.map(({ n, p, a, d, s }) => ({
    name: n,
    portname: p ?? undefined,
    ipaddress: a && isIP(a) ? a : undefined,
    drivername: d ?? undefined,
    isdefault: s,
  }));
