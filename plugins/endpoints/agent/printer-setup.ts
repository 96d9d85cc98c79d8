import { z } from 'zod';
import { listPrintQueues, type PrintQueue } from './printers.ts';
import { runProgram } from './programs.ts';

/**
 * A printer that `GET /api/printers/assignments/mine` assigns to this PC. Rejects values that could be read
 * as anything but a name.
 */
const wanted = z.object({
  windowsname: z.string().regex(/^[^\p{Cc}"'`$]{1,200}$/u),
  address: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.:-]{0,252}$/)
    .nullable(),
  sharepath: z
    .string()
    .regex(/^\\\\[^\\/\p{Cc}"]{1,200}\\[^\\/\p{Cc}"]{1,200}$/u)
    .nullable(),
  drivername: z
    .string()
    .regex(/^[^\p{Cc}"]{1,255}$/u)
    .nullable(),
  isdefault: z.boolean(),
});
export const desiredPrinters = z.object({ printers: z.array(wanted).max(500) });
export type DesiredPrinter = z.output<typeof wanted>;

/** Changes to the printer queues of a PC. */
export interface PrinterSetupResult {
  added: string[];
  removed: string[];
  /** Failed changes, each with its reason. */
  failed: string[];
  notes: string[];
}

/** Remark on queues that the agent created. The agent removes no other queues. */
export const QUEUE_REMARK = 'Set up by Millwright';

/**
 * Sets up the assigned printers of this PC, and removes other queues that the agent created. Returns
 * undefined when there is no print system on Linux. A change that fails is part of the result. Rejects on
 * Windows when PowerShell fails.
 */
export const setUpPrinters = (
  printers: readonly DesiredPrinter[],
): Promise<PrinterSetupResult | undefined> =>
  process.platform === 'win32' ? setUpWindowsPrinters(printers) : setUpCups(printers);

async function setUpCups(printers: readonly DesiredPrinter[]): Promise<PrinterSetupResult | undefined> {
  const present = await listPrintQueues();
  if (!present) return undefined;
  const done: PrinterSetupResult = { added: [], removed: [], failed: [], notes: [] };
  const wantedNames = new Set<string>();
  for (const printer of printers) {
    const name = queueName(printer.windowsname);
    const existing = present.find((queue) => isSame(queue, name, printer));
    try {
      if (!existing) await addCups(name, printer);
      if (!existing) done.added.push(name);
      wantedNames.add(existing?.name ?? name);
      if (printer.isdefault && !existing?.isdefault)
        await runProgram('lpadmin', ['-d', existing?.name ?? name]);
    } catch (cause) {
      done.failed.push(`${name}: ${cause instanceof Error ? cause.message : cause}`);
    }
  }
  for (const { name } of present)
    if (!wantedNames.has(name) && (await isOwn(name))) {
      await runProgram('lpadmin', ['-x', name]).then(
        () => done.removed.push(name),
        (cause) => done.failed.push(String(cause instanceof Error ? cause.message : cause)),
      );
    }
  return done;
}

async function addCups(name: string, { address, sharepath }: DesiredPrinter): Promise<void> {
  if (!address)
    throw new Error(
      sharepath
        ? 'a Windows server shares it, so its driver must be installed manually'
        : 'it has no address in the register',
    );
  const host = address.includes(':') ? `[${address}]` : address;
  // Uses driverless printing, which most current printers support.
  await runProgram(
    'lpadmin',
    ['-p', name, '-E', '-v', `ipp://${host}/ipp/print`, '-m', 'everywhere', '-D', QUEUE_REMARK],
    { ms: 60_000 },
  );
}

/**
 * Returns a queue name of letters, digits, dots and underscores, because CUPS does not accept blanks and
 * slashes.
 */
const queueName = (windowsname: string): string =>
  windowsname
    .replace(/[^A-Za-z0-9_.]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 120) || 'printer';

const isSame = (
  { name, portname = '', ipaddress }: PrintQueue,
  wantedname: string,
  { address }: DesiredPrinter,
) =>
  name === wantedname ||
  (address !== null && (ipaddress === address || portname.split(/[/:@?]+/).includes(address)));

const isOwn = async (name: string): Promise<boolean> =>
  (await runProgram('lpoptions', ['-p', name], { env: { LC_ALL: 'C' } }).catch(() => '')).includes(
    `printer-info='${QUEUE_REMARK}'`,
  );

/**
 * PowerShell script that sets up the printers. It is constant, and its data are passed in the environment, so
 * that no value is ever executed as a command.
 */
const WINDOWS = `$ErrorActionPreference='Stop'
$wanted=@(ConvertFrom-Json $env:MILLWRIGHT_PRINTERS)
$remark=$env:MILLWRIGHT_REMARK
$added=@();$removed=@();$failed=@()
foreach($w in $wanted){ try {
  if($w.sharepath){
    Start-Process -Wait -FilePath rundll32.exe -ArgumentList @('printui.dll,PrintUIEntry','/ga','/q','/n',('"'+$w.sharepath+'"'))
    continue
  }
  if(Get-Printer -Name $w.windowsname -ErrorAction SilentlyContinue){ continue }
  if(-not $w.address){ throw 'it has no address in the register' }
  if($w.drivername){
    if(-not (Get-PrinterDriver -Name $w.drivername -ErrorAction SilentlyContinue)){ Add-PrinterDriver -Name $w.drivername }
    $port='IP_'+$w.address
    if(-not (Get-PrinterPort -Name $port -ErrorAction SilentlyContinue)){ Add-PrinterPort -Name $port -PrinterHostAddress $w.address }
    Add-Printer -Name $w.windowsname -DriverName $w.drivername -PortName $port -Comment $remark
  } else {
    Add-Printer -Name $w.windowsname -IppURL ('ipp://'+$w.address+'/ipp/print')
    Set-Printer -Name $w.windowsname -Comment $remark
  }
  $added+=$w.windowsname
} catch { $failed+=($w.windowsname+': '+$_.Exception.Message) } }
$names=@($wanted|ForEach-Object { $_.windowsname })
foreach($p in @(Get-Printer|Where-Object { $_.Comment -eq $remark -and $names -notcontains $_.Name })){
  try { Remove-Printer -Name $p.Name; $removed+=$p.Name } catch { $failed+=($p.Name+': '+$_.Exception.Message) }
}
ConvertTo-Json -Compress -InputObject @{added=$added;removed=$removed;failed=$failed}`;

const setupResult = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  failed: z.array(z.string()),
});

/**
 * Sets up the assigned printers on Windows. Connects a share for all users, which counts neither as added nor
 * as removed, and changes no default printer. Rejects when PowerShell fails.
 */
export async function setUpWindowsPrinters(printers: readonly DesiredPrinter[]): Promise<PrinterSetupResult> {
  const answer = await runProgram('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', WINDOWS], {
    ms: 300_000,
    env: { MILLWRIGHT_PRINTERS: JSON.stringify(printers), MILLWRIGHT_REMARK: QUEUE_REMARK },
  });
  const notes = printers.some(({ isdefault }) => isdefault)
    ? ['On Windows, each user has a personal default printer. It was not changed.']
    : [];
  return { ...setupResult.parse(JSON.parse(answer)), notes };
}
