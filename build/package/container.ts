import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_FILES, exampleNameOf } from '../../src/web/pages/help/example-files.ts';
import { findMissingTools } from '../image/debian.ts';
import { makeImage } from '../image/image.ts';
import { projectRoot } from '../paths.ts';
import type { Processor } from './programs.ts';

export const containerKinds = ['image'] as const;

/** Examples that start the image, in the source tree. They are published next to the image. */
const EXAMPLES = EXAMPLE_FILES.filter((path) => path.startsWith('installer/container/'));
/** The file names of these examples next to the image. */
export const containerExamples: readonly string[] = EXAMPLES.map(exampleNameOf);

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

/**
 * Makes the container image for a processor in `out`, and passes its path to `made`. Copies the examples to
 * `out` too.
 */
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
  for (const example of EXAMPLES) copyFileSync(join(projectRoot, example), join(out, exampleNameOf(example)));
}
