import { join } from 'node:path';
import { findMissingTools } from '../image/debian.ts';
import { makeImage } from '../image/image.ts';
import type { Processor } from './programs.ts';

export const containerKinds = ['image'] as const;

/** Throws an Error when this machine cannot make the container image. */
export function requireImageTools(): void {
  const missing = findMissingTools();
  if (missing.length > 0)
    throw new Error(`The container image needs ${missing.join(' and ')}: make it on Debian or Ubuntu.`);
}

interface ImageBuild {
  executable: string;
  processor: Processor;
  version: string;
  /** The folder for the image. */
  out: string;
  /** Called with the path of the image. */
  made(path: string): void;
}

export async function makeContainerImage({
  executable,
  processor,
  version,
  out,
  made,
}: ImageBuild): Promise<void> {
  const path = join(out, `millwright_${version}_${processor}.oci.tar`);
  await makeImage(executable, processor, version, path);
  made(path);
}
