import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { toDebianVersion } from './documents.ts';
import { buildPackage } from './nfpm.ts';
import type { Processor } from './programs.ts';
import { installer, maintainer, preparePackage } from './stage.ts';

const packages = { millwright: 'appliance', 'millwright-agent': 'agent' } as const;
type Name = keyof typeof packages;
const names = Object.keys(packages) as Name[];

export const linuxKinds = ['deb', 'rpm'] as const;
export type LinuxKind = (typeof linuxKinds)[number];

/** The names of processors in the file names of .rpm packages. */
const rpmProcessors: Readonly<Record<Processor, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

const fileName = (name: Name, kind: LinuxKind, version: string, processor: Processor): string =>
  kind === 'deb'
    ? `${name}_${toDebianVersion(version)}_${processor}.deb`
    : `${name}-${toDebianVersion(version)}-1.${rpmProcessors[processor]}.rpm`;

interface LinuxBuild {
  executable: string;
  processor: Processor;
  kinds: readonly LinuxKind[];
  version: string;
  /** The folder into which the packages are written. */
  out: string;
  /** Called with the path of each package. */
  made(path: string): void;
}

/** Makes the packages of the appliance and of the agent. */
export function makeLinuxPackages(build: LinuxBuild): void {
  if (build.kinds.length === 0) return;
  for (const name of names) makePackages(name, build);
}

function makePackages(name: Name, { executable, processor, kinds, version, out, made }: LinuxBuild): void {
  const staged = join(out, `staged-${process.pid}`);
  try {
    preparePackage(staged, name, executable, version);
    for (const kind of kinds) {
      const path = join(out, fileName(name, kind, version, processor));
      const filled = { STAGED: staged, INSTALLER: installer, ARCH: processor, VERSION: version };
      buildPackage(
        join(installer, packages[name], 'package.yaml'),
        { ...filled, MAINTAINER: maintainer },
        path,
      );
      made(path);
    }
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
