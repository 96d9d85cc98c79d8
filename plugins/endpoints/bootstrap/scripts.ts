import type { AgentBuild } from '../packages/builds.ts';
import fetcher from './fetch.cs' with { type: 'text' };
import powershellBody from './install.ps1' with { type: 'text' };
import shBody from './install.sh' with { type: 'text' };
import { powershellLiteral, shLiteral } from './literals.ts';

/** What the scripts are made with. */
export interface InstallerSetup {
  /** The address of this appliance, as the settings give it. */
  server: string;
  token: string;
  /** SPKI pins (SHA-256, base64); with none of them the certificate is judged by the authorities of the PC. */
  pins: readonly string[];
  site: string;
}

/** The program by which PowerShell fetches and pins, on one line: Windows PowerShell has nothing of its own that does. */
const SOURCE = fetcher.replace(/\s*\n\s*/g, ' ').trim();

const SITEAGENT = '/api/endpoints/siteagent';

const list = (pins: readonly string[]): string => `@(${pins.map(powershellLiteral).join(', ')})`;

/** What an admin pastes into PowerShell: it fetches the script from the appliance with this pin, and from nobody else. */
export function buildPowershellCommand({ server, token, pins }: InstallerSetup): string {
  const address = `${server}${SITEAGENT}/bootstrap.ps1?t=${token}`;
  return [
    `if (-not ('Millwright.Fetch' -as [type])) { Add-Type -IgnoreWarnings -TypeDefinition ${powershellLiteral(SOURCE)} }`,
    `Invoke-Expression ([Millwright.Fetch]::Text(${powershellLiteral(address)}, ${list(pins)}))`,
  ].join('; ');
}

/** The same for a shell. */
export function buildShCommand({ server, token, pins }: InstallerSetup): string {
  const address = `${server}${SITEAGENT}/bootstrap.sh?t=${token}`;
  const pinned = pins.map((pin) => `sha256//${pin}`).join(';');
  const pinning = pins.length > 0 ? ` --insecure --pinnedpubkey ${shLiteral(pinned)}` : '';
  return `curl -fsS --proto '=https' --tlsv1.2${pinning} ${shLiteral(address)} | sudo sh`;
}

/** The installer for Windows. As one block: half of it is no script that runs. */
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
  const given = Object.entries(values).map(([name, value]) => `$${name} = ${powershellLiteral(value)}`);
  return `& {\n${[...given, `[string[]]$Pins = ${list(pins)}`].join('\n')}\n${powershellBody}}\n`;
}

/** The installer for Linux. Nothing runs before its last line is there. */
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
  const given = Object.entries(values).map(([name, value]) => `${name}=${shLiteral(value)}`);
  return `#!/bin/sh\n${given.join('\n')}\n${shBody}`;
}
