import type { Client, ClientResponse } from './client.ts';

/** Imports a file. It is a dry run unless the fields declare otherwise. */
export function importFile(
  client: Client,
  target: string,
  content: string | Uint8Array,
  fields: Record<string, string | undefined> = {},
): Promise<ClientResponse> {
  const form = new FormData();
  form.set('file', new File([content as BlobPart], 'plant.csv', { type: 'text/csv' }));
  form.set('target', target);
  for (const [name, text] of Object.entries(fields)) if (text !== undefined) form.set(name, text);
  return client.upload('/api/imports', form);
}

interface Row {
  outcome: string;
  reason: string | null;
  changes: Record<string, [unknown, unknown]>;
}

const rowsOf = (answer: ClientResponse): Row[] => answer.data.rows;

/** Returns the outcome of each row. */
export const rowOutcomesOf = (answer: ClientResponse): string[] =>
  rowsOf(answer).map(({ outcome }) => outcome);

/** Returns the reason of each row. */
export const reasonsOf = (answer: ClientResponse): (string | null)[] =>
  rowsOf(answer).map(({ reason }) => reason);

/** Returns the new values of each row, by field. */
export const changesOf = (answer: ClientResponse): Record<string, unknown>[] =>
  rowsOf(answer).map(({ changes }) =>
    Object.fromEntries(Object.entries(changes).map(([name, [, now]]) => [name, now])),
  );
