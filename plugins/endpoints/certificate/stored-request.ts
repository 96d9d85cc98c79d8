import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { readText, replaceText } from '../../../src/kit/on-disk.ts';
import { folderOf } from './pairs.ts';
import { signingRequest } from './request-schemas.ts';

const stored = signingRequest.extend({ key: z.string() });
/** An open certificate request with its private key, which is never part of a response. */
export type StoredRequest = z.output<typeof stored>;

const fileOf = (host: Host): string => join(folderOf(host), 'request.json');

/** Returns the open request, or undefined when there is none. Throws 409 when its file or key is damaged. */
export function readRequest(host: Host): StoredRequest | undefined {
  if (!existsSync(fileOf(host))) return undefined;
  try {
    const request = stored.parse(JSON.parse(readText(fileOf(host))));
    createPrivateKey(request.key);
    return request;
  } catch {
    throw new AppError(
      'CONFLICT',
      'The file of the request is damaged. Discard the request and create a new one.',
    );
  }
}

/**
 * Writes the open certificate request to its file, in place of an earlier one. Only the account of the server
 * may read the file.
 */
export function writeRequest(host: Host, request: StoredRequest): void {
  mkdirSync(folderOf(host), { recursive: true, mode: 0o700 });
  replaceText(fileOf(host), JSON.stringify(request, null, 2), { isSynced: true });
}

/** Reports whether a certificate request is open. */
export const hasRequest = (host: Host): boolean => existsSync(fileOf(host));
/** Deletes the open certificate request with its key, if there is one. */
export const deleteRequest = (host: Host): void => rmSync(fileOf(host), { force: true });
