import { expect } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import type { Client } from '../support/client.ts';

/** The files of a bundle by their name without the folder. */
export type BundleFiles = Record<string, string>;

export async function unpackBundle(content: Uint8Array): Promise<BundleFiles> {
  const entries = await unpackTar(gunzipSync(content));
  return Object.fromEntries(
    entries.map(({ header, data }) => [
      header.name.slice(header.name.indexOf('/') + 1),
      Buffer.from(data ?? new Uint8Array()).toString('utf8'),
    ]),
  );
}

/** Requests a bundle as a browser does. */
export const requestBundle = (
  { url, headers }: Client,
  body: object,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}/api/appliance/support`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });

export async function downloadBundle(client: Client, personal: boolean): Promise<BundleFiles> {
  const response = await requestBundle(client, { personal });
  expect(response.status).toBe(200);
  return unpackBundle(new Uint8Array(await response.arrayBuffer()));
}

/** Returns the texts that occur in a bundle, as `file: name`. */
export const findIn = (files: BundleFiles, texts: Record<string, readonly string[]>): string[] =>
  Object.entries(files).flatMap(([file, content]) =>
    Object.entries(texts).flatMap(([name, forms]) =>
      forms.some((form) => content.includes(form)) ? [`${file}: ${name}`] : [],
    ),
  );
