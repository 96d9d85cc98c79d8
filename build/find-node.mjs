// Plain Node.js without dependencies: build/npm.mjs imports it before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const oldest = 22;
const program = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * Finds a Node.js that can run the appliance: that of the machine, else the one in `node_modules`. Returns
 * undefined without one.
 */
export function findNode(root) {
  const modules = join(root, 'node_modules');
  const installed = existsSync(modules) ? readdirSync(modules) : [];
  const packaged = installed
    .filter((name) => /^node-(linux|win)-/.test(name))
    .map((name) => join(modules, name, 'bin', program));
  return ['node', ...packaged].find(isRecent);
}

/**
 * Reports whether a program is Node.js 22 or later. Bun also provides itself as `node` to the programs that
 * it starts.
 */
function isRecent(path) {
  const script = 'console.log(process.versions.bun ? 0 : process.versions.node)';
  const answer = spawnSync(path, ['-e', script], { encoding: 'utf8' });
  return answer.status === 0 && Number.parseInt(answer.stdout, 10) >= oldest;
}
