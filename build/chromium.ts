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
 * Returns the path of Chromium, Chrome or Edge on this machine; undefined without one. The environment
 * variable CHROMIUM replaces the search. The result is undefined if it names no file.
 */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM;
  return (wanted ? [wanted] : places).find((path) => existsSync(path));
}
