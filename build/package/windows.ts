import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeMsi } from './msi.ts';
import { makeSetup } from './setup.ts';
import { requireTool, Signer } from './tools.ts';

export const windowsKinds = ['setup', 'msi'] as const;
export type WindowsKind = (typeof windowsKinds)[number];

const fileNames: Readonly<Record<WindowsKind, (version: string) => string>> = {
  setup: (version) => `millwright-setup_${version}_x64.exe`,
  msi: (version) => `millwright-agent_${version}_x64.msi`,
};

/** Returns the names of the Windows files of a version. */
export const windowsFileNames = (version: string): string[] =>
  windowsKinds.map((kind) => fileNames[kind](version));

/** Throws an Error with the name of the Debian package when a tool is missing. */
export function requireWindowsTools(kind: WindowsKind): void {
  if (kind === 'msi') {
    requireTool('wixl', 'wixl', 'The MSI of the agent');
    requireTool('msibuild', 'msitools', 'The MSI of the agent');
  } else {
    requireTool('makensis', 'nsis', 'The setup for Windows');
    requireTool('go', 'golang-go', 'The service program of the setup for Windows');
  }
}

interface WindowsBuild {
  executable: string;
  kinds: readonly WindowsKind[];
  version: string;
  /** True when the version only tests an upgrade. */
  isTrial: boolean;
  /** The folder for the files. */
  out: string;
  /** Called with the path of each file. */
  made(path: string): void;
}

/**
 * Makes the setup of the appliance (its installer) and the MSI of the agent for x64, those of `kinds`. Calls
 * `made` with the path of each file.
 */
export function makeWindowsPackages({ executable, kinds, version, isTrial, out, made }: WindowsBuild): void {
  const staged = join(out, `staged-${process.pid}`);
  try {
    mkdirSync(staged, { recursive: true });
    const signer = new Signer(staged);
    cpSync(executable, join(staged, 'millwright.exe'));
    signer.sign(join(staged, 'millwright.exe'));
    for (const kind of kinds) {
      const path = join(out, fileNames[kind](version));
      const make = kind === 'setup' ? makeSetup : makeMsi;
      make({ staged, version, isTrial, signer, path });
      made(path);
    }
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
