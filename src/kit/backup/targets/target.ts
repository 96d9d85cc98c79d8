import { isAbsolute, win32 } from 'node:path';
import { isRefusedHost } from '../../outbound.ts';
import { TargetError } from './target-error.ts';

/** A place outside the data folder to which backups are copied. */
export type CopyTarget = FolderTarget | SftpTarget | S3Target;

export interface FolderTarget {
  /** `share`: a Windows share, such as `\\server\backups`. */
  kind: 'folder' | 'share';
  path: string;
}

export interface SftpTarget {
  kind: 'sftp';
  host: string;
  port: number;
  user: string;
  path: string;
  /** `SHA256:...` as `ssh-keygen -l` prints it, without padding; undefined when the line contains none. */
  hostkey: string | undefined;
}

export interface S3Target {
  kind: 's3';
  /** `https://host:port` without a path. */
  endpoint: string;
  bucket: string;
  /** Put before the names of files; empty, or ending in a slash. */
  prefix: string;
  region: string;
}

/** Splits the setting into its lines, without empty ones and without blanks around them. */
export const readTargetLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Parses one line: a folder, `\\server\share`, `sftp://user@host/path#SHA256:...` or
 * `s3://bucket/prefix?endpoint=...`. Throws a `TargetError` with the reason when a part is missing or not
 * allowed; the host key may be missing.
 */
export function parseTarget(line: string, platform: string = process.platform): CopyTarget {
  refuseControls(line);
  if (line.startsWith('sftp://')) return parseSftp(line);
  if (line.startsWith('s3://')) return parseS3(line);
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(line))
    throw new TargetError('Use a folder, sftp://user@host/path or s3://bucket/prefix?endpoint=…');
  return parseFolder(line, platform);
}

/** Returns the target of a line; undefined when the line cannot be used on this server. */
export function findTarget(line: string): CopyTarget | undefined {
  try {
    return parseTarget(line);
  } catch {
    return undefined;
  }
}

function parseFolder(line: string, platform: string): FolderTarget {
  const isShare = /^\\\\[^\\]+\\[^\\]+/.test(line);
  if (isShare && platform !== 'win32')
    throw new TargetError('Mount the share on this appliance, and enter the mount folder.');
  const isWhole =
    platform === 'win32' ? win32.isAbsolute(line) && !/^[\\/][^\\]/.test(line) : isAbsolute(line);
  if (!isWhole) throw new TargetError('Enter the absolute path of the folder.');
  return { kind: isShare ? 'share' : 'folder', path: line };
}

function parseSftp(line: string): SftpTarget {
  const url = parseUrl(line);
  if (url.username === '' || url.hostname === '')
    throw new TargetError('Enter the user and the host: sftp://user@host/path.');
  refuseUnusedParts(url, ['password', 'search']);
  refuseHost(url.hostname);
  const hostkey = url.hash === '' ? undefined : url.hash.slice(1).replace(/=+$/, '');
  if (hostkey !== undefined && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostkey))
    throw new TargetError('Enter the host key as #SHA256: and 43 characters, as ssh-keygen -l prints it.');
  const path = decodeURIComponent(url.pathname) || '/';
  return {
    kind: 'sftp',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 22),
    user: decodeURIComponent(url.username),
    path,
    hostkey,
  };
}

function parseS3(line: string): S3Target {
  const url = parseUrl(line);
  refuseUnusedParts(url, ['username', 'password', 'hash', 'port']);
  const bucket = url.hostname;
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    throw new TargetError('Enter the bucket after s3://, in lower-case letters, digits, dots and hyphens.');
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region');
  if (unknown !== undefined)
    throw new TargetError(`Remove ${unknown}. Only endpoint and region are supported.`);
  const region = url.searchParams.get('region') || 'us-east-1';
  if (!/^[a-z\d-]{1,50}$/.test(region)) throw new TargetError('The region is not valid.');
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const endpoint = parseEndpoint(url.searchParams.get('endpoint') || `https://s3.${region}.amazonaws.com`);
  return { kind: 's3', endpoint, bucket, prefix: path === '' ? '' : `${path}/`, region };
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  )
    throw new TargetError(
      'Enter the endpoint as an address such as https://storage.plant.example:9000, without a path.',
    );
  refuseHost(url.hostname);
  return url.origin;
}

function refuseControls(text: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) throw new TargetError('Remove the control characters.');
}

function parseUrl(line: string): URL {
  if (!URL.canParse(line) || /\s/.test(line) || /%(?![\da-f]{2})/i.test(line))
    throw new TargetError('This is not a valid address.');
  const url = new URL(line);
  try {
    refuseControls(decodeURIComponent(url.hostname + url.pathname + url.username));
  } catch {
    throw new TargetError('This is not a valid address.');
  }
  return url;
}

function refuseUnusedParts(
  url: URL,
  parts: readonly ('username' | 'password' | 'search' | 'hash' | 'port')[],
): void {
  if (parts.includes('password') && url.password !== '')
    throw new TargetError('Enter the password as the secret of the target, not in its address.');
  const unused = parts.find((part) => url[part] !== '');
  if (unused !== undefined) throw new TargetError(`Remove ${url[unused]} from the address.`);
}

function refuseHost(host: string): void {
  if (isRefusedHost(host, true))
    throw new TargetError('This address is in a reserved range, such as link-local or metadata addresses.');
}
