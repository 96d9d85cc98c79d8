import { cpus, totalmem } from 'node:os';
import { readDmi, readOutputLines, runPowershell } from './this-pc.ts';

interface Part {
  name?: string | null;
  manufacturer?: string | null;
  serialnumber?: string | null;
  place?: string | null;
  megabytes?: number | null;
  freemegabytes?: number | null;
  detail?: string | null;
}
type Parts = Record<string, Part[]>;

const MB = 2 ** 20;
/** SMBIOS chassis types that are useful to users. Others are left out. */
const CHASSIS: Record<string, string> = {
  '3': 'Desktop',
  '4': 'Low profile desktop',
  '6': 'Mini tower',
  '7': 'Tower',
  '8': 'Portable',
  '9': 'Laptop',
  '10': 'Notebook',
  '13': 'All in one',
  '17': 'Server',
  '23': 'Rack mount',
  '30': 'Tablet',
  '31': 'Convertible',
  '35': 'Mini PC',
  '36': 'Stick PC',
};

/** Reads the hardware of this PC in the form that `POST /api/collector/computers` accepts as `hardware`. */
export async function readHardware() {
  const facts = process.platform === 'win32' ? await ofWindows() : await ofLinux();
  const [first] = cpus();
  const memory = facts.parts.memory?.reduce((sum, { megabytes }) => sum + (megabytes ?? 0), 0);
  const disks = facts.parts.disk?.reduce((sum, { megabytes }) => sum + (megabytes ?? 0), 0);
  return {
    ...(first && { processor: first.model.trim() }),
    memorygb: Math.round((memory || totalmem() / MB) / 102.4) / 10,
    ...(disks && { diskgb: Math.round((disks * MB) / 1e9) }),
    ...(facts.chassis && CHASSIS[facts.chassis] && { chassistype: CHASSIS[facts.chassis] }),
    ...(facts.bios && { biosversion: facts.bios }),
    parts: facts.parts,
  };
}

interface HardwareReport {
  chassis?: string;
  bios?: string;
  parts: Parts;
}

const inMegabytes = (bytes: number | string | null | undefined): number | undefined =>
  bytes === null || bytes === undefined ? undefined : Math.round(Number(bytes) / MB);

interface BlockDevice {
  name: string;
  type: string;
  size: number | string | null;
  model: string | null;
  serial: string | null;
  tran: string | null;
}

async function ofLinux(): Promise<HardwareReport> {
  const [first] = cpus();
  const processor = first && { name: first.model.trim(), detail: `${cpus().length} threads` };
  const bios = [readDmi('bios_version'), readDmi('bios_date')].filter(Boolean).join(', ');
  return {
    chassis: readDmi('chassis_type'),
    bios,
    parts: {
      ...(processor && { processor: [processor] }),
      disk: await linuxDisks(),
      volume: await linuxVolumes(),
    },
  };
}

async function linuxDisks(): Promise<Part[]> {
  const lines = await readOutputLines('lsblk', ['-J', '-b', '-d', '-o', 'NAME,TYPE,SIZE,MODEL,SERIAL,TRAN']);
  if (lines.length === 0) return [];
  const { blockdevices } = JSON.parse(lines.join('\n')) as { blockdevices: BlockDevice[] };
  return blockdevices
    .filter(({ name, type, tran }) => type === 'disk' && tran !== 'usb' && !name.startsWith('zram'))
    .map(({ name, size, model, serial, tran }) => ({
      name: model ?? name,
      place: name,
      serialnumber: serial,
      megabytes: inMegabytes(size),
      detail: tran,
    }));
}

/** Lists the volumes on disks. Memory file systems and program images do not count. */
async function linuxVolumes(): Promise<Part[]> {
  const fields = 'source,fstype,size,avail,target';
  const lines = await readOutputLines('df', [
    '-B1',
    '-x',
    'tmpfs',
    '-x',
    'devtmpfs',
    '-x',
    'squashfs',
    `--output=${fields}`,
  ]);
  const seen = new Set<string>();
  return lines.slice(1).flatMap((line) => {
    const [source = '', type, size, free, ...target] = line.trim().split(/\s+/);
    if (!source.startsWith('/') || seen.has(source)) return [];
    seen.add(source);
    return [
      {
        name: target.join(' '),
        place: source,
        megabytes: inMegabytes(size),
        freemegabytes: inMegabytes(free),
        detail: type,
      },
    ];
  });
}

/**
 * PowerShell script for all hardware queries. It is one call, because starting PowerShell takes longer than
 * all these queries.
 */
const WINDOWS_SCRIPT = `
$text = { param($codes) if ($codes) { -join ($codes | Where-Object { $_ } | ForEach-Object { [char]$_ }) } }
@{
  chassis = [string](Get-CimInstance Win32_SystemEnclosure | Select-Object -First 1).ChassisTypes[0]
  bios = (Get-CimInstance Win32_BIOS).SMBIOSBIOSVersion
  parts = @{
    processor = @(Get-CimInstance Win32_Processor | ForEach-Object { @{ name = $_.Name; manufacturer = $_.Manufacturer; place = $_.DeviceID; detail = "$($_.NumberOfCores) cores, $($_.MaxClockSpeed) MHz" } })
    memory = @(Get-CimInstance Win32_PhysicalMemory | ForEach-Object { @{ name = 'Memory'; manufacturer = $_.Manufacturer; serialnumber = $_.SerialNumber; place = $_.DeviceLocator; megabytes = [math]::Round($_.Capacity / 1MB); detail = "$($_.Speed) MHz" } })
    disk = @(Get-CimInstance Win32_DiskDrive | Where-Object InterfaceType -ne 'USB' | ForEach-Object { @{ name = $_.Model; serialnumber = "$($_.SerialNumber)".Trim(); place = $_.DeviceID; megabytes = [math]::Round($_.Size / 1MB); detail = $_.InterfaceType } })
    volume = @(Get-CimInstance Win32_LogicalDisk -Filter 'DriveType=3' | ForEach-Object { @{ name = $_.DeviceID; place = $_.DeviceID; megabytes = [math]::Round($_.Size / 1MB); freemegabytes = [math]::Round($_.FreeSpace / 1MB); detail = $_.FileSystem } })
    graphics = @(Get-CimInstance Win32_VideoController | ForEach-Object { @{ name = $_.Name } })
    monitor = @(Get-CimInstance -Namespace root/wmi WmiMonitorID -ErrorAction SilentlyContinue | ForEach-Object { @{ name = (& $text $_.UserFriendlyName); manufacturer = (& $text $_.ManufacturerName); serialnumber = (& $text $_.SerialNumberID) } })
    antivirus = @(Get-CimInstance -Namespace root/SecurityCenter2 AntiVirusProduct -ErrorAction SilentlyContinue | ForEach-Object { @{ name = $_.displayName } })
  }
} | ConvertTo-Json -Depth 4 -Compress`;

async function ofWindows(): Promise<HardwareReport> {
  return (await runPowershell<HardwareReport>(WINDOWS_SCRIPT)) ?? { parts: {} };
}
