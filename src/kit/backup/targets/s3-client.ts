import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { fetchOutbound } from '../../outbound-fetch.ts';
import type { S3Target } from './target.ts';
import type { TargetClient } from './target-client.ts';
import { TargetError } from './target-error.ts';
import type { TargetSecret } from './target-secret.ts';

/**
 * The minimum size of a part in S3; a file has at most 10,000 parts. A slow line fails when one part takes
 * too long.
 */
const PART = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const TRIES = 3;
const PAUSE_MS = 1000;
const TYPE = 'application/octet-stream';

/** Opens a bucket without sending anything yet. Throws a `TargetError` when the access keys are missing. */
export function connectS3(target: S3Target, secret: TargetSecret | undefined, ca: string): TargetClient {
  if (!secret || !('accesskeyid' in secret))
    throw new TargetError('Enter the access key ID and the secret access key.');
  const { endpoint, bucket, prefix, region } = target;
  const store = new S3mini({
    accessKeyId: secret.accesskeyid,
    secretAccessKey: secret.secretaccesskey,
    endpoint: `${endpoint}/${bucket}`,
    region,
    fetch: fetchOutbound(ca) as typeof fetch,
  });
  return {
    put: (file, name, onProgress) => put(store, file, prefix + name, onProgress).catch(explain),
    remove: (name) => store.deleteObject(prefix + name).then(() => undefined, explain),
    close: () => undefined,
  };
}

async function put(
  store: S3mini,
  file: string,
  key: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    if (size <= PART) await retry(() => store.putObject(key, readPart(handle, 0, size), TYPE));
    else await putParts(store, handle, key, size, onProgress);
    onProgress(size);
    if ((await store.getContentLength(key)) !== size)
      throw new TargetError('The size of the copy differs from the backup.');
  } finally {
    closeSync(handle);
  }
}

async function putParts(
  store: S3mini,
  handle: number,
  key: string,
  size: number,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const partSize = Math.max(PART, Math.ceil(size / MAX_PARTS));
  const uploadId = await store.getMultipartUploadId(key, TYPE);
  try {
    const parts = [];
    for (let at = 0; at < size; at += partSize) {
      const part = readPart(handle, at, Math.min(partSize, size - at));
      parts.push(await retry(() => store.uploadPart(key, uploadId, part, parts.length + 1)));
      onProgress(at + part.length);
    }
    await store.completeMultipartUpload(key, uploadId, parts);
  } catch (cause) {
    // Without an abort, the storage keeps the uploaded parts and charges for them.
    await store.abortMultipartUpload(key, uploadId).catch(() => undefined);
    throw cause;
  }
}

function readPart(handle: number, from: number, length: number): Buffer {
  const part = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const n = readSync(handle, part, done, length - done, from + done);
    if (n === 0) throw new TargetError('The backup shrank during the copy.');
    done += n;
  }
  return part;
}

/**
 * Retries a request, because one of many parts may fail over a slow line. A refusal of the server is final.
 */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--)
    try {
      return await work();
    } catch (cause) {
      if (left === 0 || (cause instanceof S3ServiceError && cause.status < 500)) throw cause;
      await delay(PAUSE_MS);
    }
}

const ERROR_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['InvalidAccessKeyId', 'The access key ID is unknown to the storage.'],
  ['SignatureDoesNotMatch', 'The secret access key does not match the access key ID.'],
  ['AccessDenied', 'The access key lacks the permission for this in the bucket.'],
  ['NoSuchBucket', 'The bucket does not exist.'],
  ['QuotaExceeded', 'The storage has no free space within its quota.'],
  ['XMinioStorageFull', 'The storage has no free space.'],
]);
/** The format of an S3 error code. Other text from a server is never shown. */
const CODE = /^[A-Za-z]{1,60}$/;

function explain(cause: unknown): never {
  if (!(cause instanceof S3ServiceError)) throw cause;
  const code = CODE.exec(cause.serviceCode ?? '')?.[0] ?? '';
  throw new TargetError(ERROR_MESSAGES.get(code) ?? `The storage returned ${cause.status} ${code}`.trim());
}
