/**
 * Names of setup answer files, settings and keys, which may contain passwords. They are refused in every
 * folder.
 */
const REFUSED_NAMES = [
  /^(?:auto)?unattend/,
  /^autoinstall/,
  /^sysprep/,
  /^settings\.json$/,
  /^appsettings[^.]*(?:\.[^.]*)?\.json$/,
  /^web\.config$/,
  /^\.env/,
  /\.(?:key|pem|pfx|p12|kdbx|keytab)$/,
  /^id_(?:rsa|ed25519|ecdsa|dsa)/,
  /^g?shadow/,
  /^passwd-$/,
  /^\.(?:pgpass|netrc)$/,
  /^(?:credentials|secrets)/,
  // The state file of the agent contains its credential. It may be at a custom location.
  /^agent\.json(?:\.|$)/,
];
/** Folders where users and programs keep keys. They are refused at every level of a path. */
const KEY_FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.kube']);
/** Directories of the agent and the appliance. */
const REFUSED_FOLDERS = [
  '/programdata/millwright',
  '/programdata/millwright-reports',
  '/programdata/millwright agent',
  '/programdata/millwright agent-reports',
  '/program files/millwright',
  '/program files/millwright agent',
  '/var/lib/millwright',
  '/var/lib/millwright-agent',
  '/var/lib/millwright-agent-reports',
  '/opt/millwright',
  '/opt/millwright-agent',
  '/etc/millwright',
];
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:\.|$)/;
/** Windows opens no longer path by this kind of name. */
const MAX_PATH_LENGTH = 260;

/**
 * Returns a message that says why no user, not even an admin, may read this path. Returns undefined for a
 * path without such a problem; `log-folders.ts` then decides which log files may be read.
 */
export function validateLogPath(path: string): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return 'A path can have at most 260 characters.';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u{10ffff}]/u.test(path)) return 'A path can contain only ASCII characters.';
  if (/[*?<>|"]/.test(path)) return 'Enter one file. Wildcards are not supported.';
  if (/%/.test(path)) return 'Enter the path without variables and percent codes.';
  const slashed = path.replaceAll('\\', '/').toLowerCase();
  if (slashed.startsWith('//')) return 'Network and device paths are not supported.';
  const drive = /^[a-z]:\//.exec(slashed)?.[0] ?? '';
  if (drive === '' && !slashed.startsWith('/'))
    return 'Enter the full path, beginning with a drive or the root.';
  return validateParts(slashed.slice(Math.max(drive.length - 1, 0)));
}

function validateParts(path: string): string | undefined {
  if (path.includes(':')) return 'Alternate data streams of files are not supported.';
  const parts = path.split('/').slice(1);
  const name = parts.at(-1)!;
  if (name === '') return 'Enter a file, not a folder.';
  if (parts.some((part) => part === '..' || part === '.' || part === ''))
    return 'Enter the path without . and .. folders and double slashes.';
  if (parts.some((part) => /[. ]$/.test(part))) return 'No part of a path can end with a dot or a space.';
  if (parts.some((part) => DEVICES.test(part))) return 'Devices cannot be read.';
  if (parts.some((part) => /~\d/.test(part))) return 'Enter the long name of each folder and file.';
  if (/^\/(?:dev|proc|sys)\//.test(path)) return 'Devices cannot be read.';
  if (REFUSED_NAMES.some((pattern) => pattern.test(name)))
    return 'Files with settings, keys or setup answers cannot be read.';
  if (parts.some((part) => KEY_FOLDERS.has(part))) return 'Folders with keys cannot be read.';
  if (REFUSED_FOLDERS.some((folder) => `${path}/`.startsWith(`${folder}/`)))
    return 'The folders of the agent cannot be read.';
  return undefined;
}
