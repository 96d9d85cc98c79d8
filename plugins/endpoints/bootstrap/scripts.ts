import type { AgentBuild } from '../packages/builds.ts';
import fetcher from './fetch.cs' with { type: 'text' };
import powershellBody from './install.ps1' with { type: 'text' };
import shBody from './install.sh' with { type: 'text' };
import { powershellLiteral, shLiteral } from './literals.ts';

/** Values that are inserted into the install scripts. */
export interface InstallerSetup {
  /** Address of this appliance from the settings. */
  server: string;
  token: string;
  /** SPKI pins (SHA-256, base64). Without pins, the certificate authorities of the PC decide. */
  pins: readonly string[];
  site: string;
}

/**
 * C# source, in one line, that lets PowerShell download with a pinned key. Windows PowerShell has no such
 * function.
 */
const SOURCE = fetcher.replace(/\s*\n\s*/g, ' ').trim();

const SITEAGENT = '/api/endpoints/siteagent';

const list = (pins: readonly string[]): string => `@(${pins.map(powershellLiteral).join(', ')})`;

/**
 * Returns the command that an admin pastes into PowerShell. It downloads the script and runs it, only from a
 * server with one of the pins. Without pins, the certificate authorities of the PC decide.
 */
export function buildPowershellCommand({ server, token, pins }: InstallerSetup): string {
  const address = `${server}${SITEAGENT}/bootstrap.ps1?t=${token}`;
  return [
    `if (-not ('Millwright.Fetch' -as [type])) { Add-Type -IgnoreWarnings -TypeDefinition ${powershellLiteral(SOURCE)} }`,
    `Invoke-Expression ([Millwright.Fetch]::Text(${powershellLiteral(address)}, ${list(pins)}))`,
  ].join('; ');
}

/**
 * Returns the command that an admin pastes into a Linux shell. It downloads the script with curl and runs it
 * as root, only from a server with one of the pins. Without pins, the certificate authorities of the PC
 * decide.
 */
export function buildShCommand({ server, token, pins }: InstallerSetup): string {
  const address = `${server}${SITEAGENT}/bootstrap.sh?t=${token}`;
  const pinned = pins.map((pin) => `sha256//${pin}`).join(';');
  const pinning = pins.length > 0 ? ` --insecure --pinnedpubkey ${shLiteral(pinned)}` : '';
  return `curl -fsS --proto '=https' --tlsv1.2${pinning} ${shLiteral(address)} | sudo sh`;
}

/**
 * Returns the installer for Windows. It is one block, so that a truncated script does not run. Without a
 * build, it only reports that the build is missing.
 */
export function buildPowershellScript(
  { server, token, pins, site }: InstallerSetup,
  build?: AgentBuild,
): string {
  const values = {
    Server: server,
    Token: token,
    Digest: build?.sha256 ?? '',
    Version: build?.version ?? '',
    Site: site,
    Source: SOURCE,
  };
  const assignments = Object.entries(values).map(([name, value]) => `$${name} = ${powershellLiteral(value)}`);
  return `& {\n${[...assignments, `[string[]]$Pins = ${list(pins)}`].join('\n')}\n${powershellBody}}\n`;
}

/**
 * Returns the installer for Linux. It installs nothing before its last line has arrived. A platform without a
 * build has an empty digest, which the script reports.
 */
export function buildShScript(
  { server, token, pins, site }: InstallerSetup,
  builds: readonly AgentBuild[],
): string {
  const digest = (platform: string) => builds.find((build) => build.platform === platform)?.sha256 ?? '';
  const values = {
    server,
    token,
    pins: pins.join(' '),
    site,
    digest_x64: digest('linux-x64'),
    digest_arm64: digest('linux-arm64'),
  };
  const assignments = Object.entries(values).map(([name, value]) => `${name}=${shLiteral(value)}`);
  return `#!/bin/sh\n${assignments.join('\n')}\n${shBody}`;
}
