import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Returns the path of a Chromium on this machine, or undefined. The environment variable CHROMIUM overrides
 * it.
 */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM;
  return (wanted ? [wanted] : places).find((path) => existsSync(path));
}
