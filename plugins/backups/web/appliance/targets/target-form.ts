import type { TargetInput } from './target.ts';

export type TargetKind = 'folder' | 'sftp' | 's3';

/** The values of the form: the fields of all kinds. Only the chosen kind is sent. */
export interface TargetValues {
  kind: TargetKind;
  path: string;
  host: string;
  port: string;
  user: string;
  folder: string;
  hostkey: string;
  signin: 'password' | 'key';
  password: string;
  privatekey: string;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  accesskeyid: string;
  secretaccesskey: string;
}

const EMPTY: TargetValues = {
  kind: 'folder',
  path: '',
  host: '',
  port: '',
  user: '',
  folder: '',
  hostkey: '',
  signin: 'password',
  password: '',
  privatekey: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accesskeyid: '',
  secretaccesskey: '',
};

/**
 * Parses the line of a target into the fields of the form. Without a line they are empty. The line contains
 * no secrets, so their fields are always empty.
 */
export function readTarget(line: string | undefined): TargetValues {
  if (line === undefined) return EMPTY;
  if (!/^(?:sftp|s3):/.test(line)) return { ...EMPTY, path: line };
  const { protocol, username, hostname, port, pathname, hash, searchParams } = new URL(line);
  const path = decodeURIComponent(pathname);
  if (protocol === 'sftp:')
    return {
      ...EMPTY,
      kind: 'sftp',
      host: hostname,
      port,
      user: decodeURIComponent(username),
      folder: path,
      hostkey: hash.slice(1),
    };
  return {
    ...EMPTY,
    kind: 's3',
    bucket: hostname,
    prefix: path.replace(/^\//, ''),
    endpoint: searchParams.get('endpoint') ?? '',
    region: searchParams.get('region') ?? '',
  };
}

const REQUIRED: Record<TargetKind, readonly (keyof TargetValues)[]> = {
  folder: ['path'],
  sftp: ['host', 'folder', 'user'],
  s3: ['bucket'],
};

/**
 * Returns an error for each empty required field of the chosen kind, and for an invalid port of SFTP. The
 * server validates everything else.
 */
export function findFieldErrors(values: TargetValues): Partial<Record<keyof TargetValues, string>> {
  const { kind, port } = trimValues(values);
  const empty = REQUIRED[values.kind].filter((name) => values[name].trim() === '');
  const errors = Object.fromEntries(empty.map((name) => [name, 'This is required.']));
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  if (kind === 'sftp' && port !== '' && !isPort) errors.port = 'Enter a number from 1 to 65535.';
  return errors;
}

/**
 * Builds the target from the fields of the chosen kind. The secret is omitted if the user entered none, so
 * that the stored one stays.
 */
export function writeTarget(values: TargetValues): TargetInput {
  const secret = secretOf(values);
  return { target: lineOf(values), ...(secret && { secret }) };
}

function lineOf(values: TargetValues): string {
  const { kind, path, host, port, user, folder, hostkey, bucket, prefix, endpoint, region } =
    trimValues(values);
  if (kind === 'folder') return path;
  if (kind === 'sftp') {
    const place = `${encodeURIComponent(user)}@${host}${port === '' ? '' : `:${port}`}`;
    return `sftp://${place}${encodePath(folder)}${hostkey === '' ? '' : `#${hostkey}`}`;
  }
  const parameters = Object.entries({ endpoint, region }).filter(([, value]) => value !== '');
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `s3://${bucket}${prefix === '' ? '' : encodePath(prefix)}${query === '' ? '' : `?${query}`}`;
}

/** Encodes each segment of a path and adds the leading slash. */
const encodePath = (path: string): string =>
  path
    .replace(/^(?!\/)/, '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

function trimValues(values: TargetValues): Record<keyof TargetValues, string> {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(entries);
}

function secretOf(values: TargetValues): TargetInput['secret'] {
  const { kind, signin, password, privatekey, accesskeyid, secretaccesskey } = values;
  if (kind === 'sftp' && signin === 'password') return password === '' ? undefined : { password };
  if (kind === 'sftp') return privatekey.trim() === '' ? undefined : { privatekey };
  if (kind === 's3' && (accesskeyid !== '' || secretaccesskey !== ''))
    return { accesskeyid: accesskeyid.trim(), secretaccesskey: secretaccesskey.trim() };
  return undefined;
}
