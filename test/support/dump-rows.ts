import type { Site } from './site.ts';

/** Tables that keep traces of removed records: logs, revocations, search index, and files that jobs delete. */
const TRACES = /^(audit|assettallies|lastingstates|search|enforceblobs|sqlite_|demo)/;

/** Returns all rows of the appliance except traces and times of sign-ins, sorted, as text. */
export const dumpRows = (site: Site): string[] =>
  site.app.host.db.read((reader) =>
    reader
      .all<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      )
      .filter(({ name }) => !TRACES.test(name))
      .flatMap(({ name }) =>
        reader
          .all<object>(`SELECT * FROM ${name}`)
          .map((row) => `${name} ${JSON.stringify({ ...row, lastlogindate: undefined })}`),
      )
      .sort(),
  );
