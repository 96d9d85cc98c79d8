import { isIP } from 'node:net';
import { runProgram } from './programs.ts';
import { runPowershell } from './this-pc.ts';

/** A queue of this PC, as `POST /api/collector/printers` takes it. */
export interface PrintQueue {
  name: string;
  portname?: string;
  ipaddress?: string;
  drivername?: string;
  isdefault: boolean;
}

const MAX_QUEUES = 500;
/** Whatever the language of the PC is, it is answered in this one. */
const PLAIN = { env: { LC_ALL: 'C' } };

/** The queues of this PC; undefined where it has no print system that could be asked. */
export async function listPrintQueues(): Promise<PrintQueue[] | undefined> {
  const found = process.platform === 'win32' ? await windowsQueues() : await cupsQueues();
  return found?.slice(0, MAX_QUEUES);
}

async function cupsQueues(): Promise<PrintQueue[] | undefined> {
  let listed: string;
  try {
    listed = await runProgram('lpstat', ['-v', '-d'], PLAIN);
  } catch (cause) {
    // To have none is a failure for this program.
    return cause instanceof Error && /no destinations added/i.test(cause.message) ? [] : undefined;
  }
  const found = parseLpstat(listed);
  for (const queue of found) {
    const options = await runProgram('lpoptions', ['-p', queue.name], PLAIN).catch(() => '');
    queue.drivername = /\bprinter-make-and-model=(?:'([^']*)'|(\S+))/.exec(options)?.slice(1).find(Boolean);
  }
  return found;
}

/** What `lpstat -v -d` says. */
export function parseLpstat(listed: string): PrintQueue[] {
  const standard = /^system default destination: (.+)$/m.exec(listed)?.[1];
  return [...listed.matchAll(/^device for ([^:\s]+): (\S+)$/gm)].map(([, name = '', portname = '']) => ({
    name,
    portname,
    ipaddress: addressIn(portname),
    isdefault: name === standard,
  }));
}

/** The address within the name of a port; undefined for one that names a host or a cable. */
function addressIn(portname: string): string | undefined {
  const host = /^[a-z][\w+.-]*:\/\/(?:[^/@]*@)?(?:\[([^\]]+)\]|([^/:?]+))/i.exec(portname);
  const given = host?.[1] ?? host?.[2] ?? '';
  const named = /[?&]ip=([\da-f.:]+)/i.exec(portname)?.[1] ?? '';
  return [given, named].find((one) => isIP(one) !== 0);
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

/** What Windows says of its printers. */
export const toPrintQueues = (rows: readonly Row[]): PrintQueue[] =>
  rows.map(({ n, p, a, d, s }) => ({
    name: n,
    portname: p ?? undefined,
    ipaddress: a && isIP(a) ? a : undefined,
    drivername: d ?? undefined,
    isdefault: s,
  }));
