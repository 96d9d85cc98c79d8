import { z } from 'zod';
import { cutText } from '../../kit/clean-text.ts';
import type { Collector, IngestResult } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, type Issue } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { keepDistinctiveSerial } from '../../kit/placeholder-values.ts';
import { text } from '../../kit/resource/fields.ts';
import { type Input, isSameAssetType, type Register } from '../../kit/resource/register.ts';
import { inputSchema } from '../../kit/resource/validate.ts';
import { toSentenceForm, withArticle } from '../../kit/sentence-form.ts';
import { assets } from '../catalog/tables.ts';
import {
  type AssetClaim,
  type AssetMatch,
  matchAsset,
  recordPossibleDuplicates,
  removeEmptyIdentifiers,
  withMergeTarget,
} from './match-asset.ts';
import { type AssetIdentity, assetOfNumber, assetsOfSerial } from './queries.ts';
import { type ReportIssue, readReferences, referenceNames } from './reported-references.ts';

/**
 * Creates the collector of a register that extends assets. A record is identified by `assetnumber`, or by
 * `serialnumber` alone. It contains any fields of the register; references are IDs or names (`vendorid`, or
 * `vendor`). Missing fields stay as they are. An asset number belongs to one asset type only, and an existing
 * serial number is never overwritten.
 */
export function createAssetCollector(
  host: Host,
  register: Register,
  name: string,
  summary: string,
): Collector {
  const record = z.lazy(() => recordOf(host, register));
  return {
    name,
    summary,
    record,
    identifiers: ['assetnumber', 'serialnumber', 'vendor', 'vendorid'],
    listAssets: (reader, record) => {
      const match = findMatch(reader, register, record as Input);
      return match ? [match.currentid] : [];
    },
    ingest: (tx, record) => ingest(tx, host, register, record as Input),
  };
}

/**
 * Returns the schema of a record: the create schema of the register with its own identifiers and with names
 * of references.
 */
function recordOf(host: Host, register: Register): z.ZodType {
  const body = host.resource(register).schemas.create.unwrap();
  const name = inputSchema(text({ title: 'Name' }));
  return z
    .object({
      ...referenceNames(host, register),
      ...body.shape,
      assetnumber: name,
      serialnumber: body.shape.serialnumber!,
    })
    .transform((record, context) => {
      const issue: ReportIssue = (path, message, params) =>
        context.issues.push({ code: 'custom', path: [path], message, input: record, params });
      return host.db.read((reader) => resolveRecord(reader, host, register, record as Input, issue));
    });
}

/**
 * Returns the record with IDs instead of names. Reports invalid values through `issue`, so that ingesting it
 * does not fail later.
 */
function resolveRecord(
  reader: Reader,
  host: Host,
  register: Register,
  record: Input,
  issue: ReportIssue,
): Input {
  if (
    !record.assetnumber &&
    keepDistinctiveSerial(record.serialnumber as string | null | undefined) === undefined
  )
    issue('assetnumber', `Send the assetnumber or the serialnumber of the ${toSentenceForm(register.one)}.`);
  const input = readReferences(reader, host, register, record, issue);
  for (const [field, { place, ...rest }] of Object.entries(register.fields))
    if (place === 'part' && 'check' in rest && input[field] != null)
      try {
        rest.check?.(reader as Tx, input[field], field);
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause;
        const [firstIssue] = (cause.details?.issues ?? []) as Issue[];
        issue(field, firstIssue?.message ?? cause.message);
      }
  const { assetnumber } = input;
  const existing = assetnumber
    ? assetOfNumber.get(reader, { assetnumber: assetnumber as string })
    : undefined;
  if (existing && !isSameAssetType(register.asset!.type, existing.assettype))
    issue(
      'assetnumber',
      `${existing.assetnumber} is not ${withArticle(register.one)}. Its type is ${existing.assettype}.`,
    );
  return input;
}

/** Returns the asset of a record, by its number or by its serial number; see `matchAsset`. */
function findMatch(reader: Reader, register: Register, input: Input): AssetMatch | undefined {
  const claim: AssetClaim = removeEmptyIdentifiers(input);
  const { assetnumber, serialnumber } = claim;
  const numbered = assetnumber ? assetOfNumber.get(reader, { assetnumber }) : undefined;
  const serial = keepDistinctiveSerial(serialnumber);
  const [own] = withMergeTarget(reader, numbered ? [numbered] : []);
  return matchAsset(claim, own, withMergeTarget(reader, serial ? ofSerial(reader, register, serial) : []));
}

const ofSerial = (reader: Reader, register: Register, serialnumber: string): AssetIdentity[] =>
  assetsOfSerial.all(reader, { serialnumber, assettype: register.asset!.type });

function ingest(tx: Tx, host: Host, register: Register, record: Input): IngestResult {
  const { writer } = host.resource(register);
  const match = findMatch(tx, register, record);
  if (!match) return create(tx, host, register, record);
  const current = tx.row(assets, match.currentid)!;
  const mark = tx.journal.length;
  const { assetnumber: _number, serialnumber, ...input } = removeEmptyIdentifiers(record);
  if (current.serialnumber === null && serialnumber) input.serialnumber = serialnumber;
  const id = tx.value<number>(
    `SELECT ${register.id} FROM ${register.table} WHERE assetid = ?`,
    current.assetid,
  );
  writer.updateIn(tx, id ?? tx.insert(register.table, { assetid: current.assetid }), input);
  return { outcome: tx.journal.length > mark ? 'updated' : 'unchanged', assetid: current.assetid };
}

function create(tx: Tx, host: Host, register: Register, input: Input): IngestResult {
  const assetnumber = input.assetnumber || freeNumber(tx, String(input.serialnumber));
  const serial = keepDistinctiveSerial(input.serialnumber as string | null | undefined);
  const twins = serial ? ofSerial(tx, register, serial) : [];
  const id = host.resource(register).writer.createIn(tx, { ...input, assetnumber });
  const assetid = tx.row(register.table, id)!.assetid as number;
  recordPossibleDuplicates(tx, assetid, input as AssetClaim, twins);
  return { outcome: 'created', assetid };
}

/** Returns the serial number as asset number, with a counter appended when another asset has that number. */
function freeNumber(tx: Tx, serialnumber: string): string {
  const base = cutText(serialnumber, 240)!;
  for (let n = 1; ; n++) {
    const number = n === 1 ? base : `${base}-${n}`;
    if (!assetOfNumber.get(tx, { assetnumber: number })) return number;
  }
}
