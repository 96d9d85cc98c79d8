import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from '../../build/find-node.mjs';
import { buildNode, nodeDir } from '../../build/node.ts';
import { projectRoot } from '../../build/paths.ts';
import { findNewestSourceTime } from './executable.ts';

/**
 * Returns the command that starts the appliance under Node.js. Makes the bundle when it is missing or older
 * than its sources. `npm test` calls this before the tests, which run in several processes.
 */
export async function prepareNodeBundle(): Promise<string[]> {
  const node = findNode(projectRoot);
  if (!node) throw new Error('Node.js 22 or later was not found.');
  const main = join(nodeDir, 'main.js');
  made ??=
    existsSync(main) && statSync(main).mtimeMs > findNewestSourceTime() ? Promise.resolve() : buildNode();
  await made;
  return [node, main];
}

let made: Promise<void> | undefined;
