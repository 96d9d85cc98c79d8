import { join } from 'node:path';
import { findNode } from '../../build/find-node.mjs';
import { buildNode, nodeDir } from '../../build/node.ts';
import { projectRoot } from '../../build/paths.ts';

/** What starts the appliance under Node.js: Node itself and the bundle, made anew once for each run of the tests. */
export function nodeBundle(): Promise<string[]> {
  made ??= make();
  return made;
}

let made: Promise<string[]> | undefined;

async function make(): Promise<string[]> {
  const node = findNode(projectRoot);
  if (!node) throw new Error('Node.js 22 or later was not found.');
  await buildNode();
  return [node, join(nodeDir, 'main.js')];
}
