import { z } from 'zod';
import type { Reader } from '../../src/kit/data/reader.ts';
import { sql } from '../../src/kit/data/sql-text.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import { computed } from '../../src/kit/resource/computed.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import { boolean, choice, integer, json, longtext, ref, text } from '../../src/kit/resource/fields.ts';
import { filter } from '../../src/kit/resource/filters.ts';
import type { Input } from '../../src/kit/resource/register.ts';
import { computeFirstDay, isAwaited } from './awaited.ts';
import { listDraftEntries } from './entries.ts';
import { isFailing } from './failing.ts';
import { type Kind, kindNamesOf, refuseUnknownKinds } from './kinds.ts';
import { MANIFEST_STATUSES, PHASES } from './labels.ts';
import { contentHash, manifestOf } from './manifest.ts';
import { entriesAmong, scopeNamed, scopesAmong } from './queries.ts';
import { publishedAmong } from './snapshot-queries.ts';
import {
  enforcereports,
  enforceentries as entries,
  enforcesnapshots as snapshots,
  enforcescopes as table,
} from './tables.ts';

const manage = { can: 'enforce.manage' };

/**
 * Completes a new or changed scope. Throws 400 for an unknown kind, and when a new scope has the name and
 * phase of another one, as the API specifies.
 */
function completeScope(tx: Tx, input: Input, before: { scopename?: unknown } | undefined): void {
  refuseUnknownKinds(tx, input);
  if (before) {
    if (input.iscommon === null) input.iscommon = isCommonName(before.scopename);
    return;
  }
  const scopename = input.scopename as string;
  const phase = (input.phase ?? 'runtime') as string;
  if (scopeNamed.get(tx, { scopename, phase }))
    throw invalid('scopename', `This phase already has a scope "${scopename}".`);
  input.iscommon ??= isCommonName(scopename);
  input.sortname = `${phase} ${scopename}`;
}

const isCommonName = (name: unknown): boolean => String(name).toLowerCase() === 'common';

/** Reports for each scope whether its draft differs from the current revision. */
function draftsThatDiffer(reader: Reader, scopeids: readonly number[]): Map<number, boolean> {
  const ids = JSON.stringify(scopeids);
  const published = new Map(
    publishedAmong.all(reader, { ids }).map(({ scopeid, contentsha256 }) => [scopeid, contentsha256]),
  );
  const drafts = Map.groupBy(entriesAmong.all(reader, { ids }), ({ scopeid }) => scopeid);
  return new Map(
    scopesAmong
      .all(reader, { ids })
      .map((scope) => [
        scope.scopeid,
        contentHash(manifestOf(scope, drafts.get(scope.scopeid) ?? [])) !== published.get(scope.scopeid),
      ]),
  );
}

const kind = (register: Kind, title: string, help: string) =>
  integer({ title, help, min: 1, list: 'never', drawn: `enforce.${register}` });

export const scopes = defineRegister(table, {
  path: '/enforce/scopes',
  searchKind: 'enforcescope',
  label: 'scopename',
  one: 'Enforcement scope',
  many: 'Enforcement',
  schemaName: 'EnforceScope',
  icon: 'checkup-list',
  about:
    'The desired state of each PC type. A scope is the manifest of one PC type: add entries to its draft, check the differences, and publish.',
  audit: 'enforce.scope',
  remove: 'hard',
  can: { read: manage, create: manage, edit: manage, delete: manage },
  sort: 'sortname',
  uniqueTogether: { fields: ['scopename', 'phase'], names: 'scopename' },
  columns: {
    scopename: text({
      title: 'Scope',
      required: true,
      writable: 'once',
      search: true,
      help: 'The PC type that the PCs report, such as Office. The scope "common" applies to all PCs.',
    }),
    phase: choice(PHASES, {
      title: 'Phase',
      writable: 'once',
      default: 'runtime',
      sort: true,
      filter: ['phase'],
    }),
    manifestversion: text({
      title: 'Manifest version',
      search: false,
      max: 64,
      ascii: true,
      default: '1.0',
      list: 'hidden',
      help: 'For your own numbering. PCs receive it with the entries.',
    }),
    description: longtext({ title: 'Description', search: true, list: 'hidden' }),
    computertypeid: kind(
      'computertypeid',
      'Computer type',
      'Type of the target PCs, if it differs from the scope name.',
    ),
    measuringtooltypeid: kind('measuringtooltypeid', 'Measuring tool type', 'For PCs of measuring machines.'),
    iscommon: boolean({
      title: 'For all PCs',
      list: 'hidden',
      help: 'If empty, only the scope "common" is for all PCs.',
    }),
    sortname: text({
      title: 'Order',
      search: false,
      writable: 'never',
      list: 'never',
      elsewhere: true,
      sort: true,
    }),
  },
  computed: {
    computertype: computed.text({
      title: 'Computer type',
      few: true,
      read: kindNamesOf('computertypeid'),
    }),
    measuringtooltype: computed.text({
      title: 'Measuring tool type',
      list: 'hidden',
      few: true,
      read: kindNamesOf('measuringtooltypeid'),
    }),
    entrycount: computed.integer({
      title: 'Entries',
      from: sql`(SELECT count(*) FROM ${entries} WHERE ${entries.scopeid} = ${table.scopeid})`,
    }),
    publishedrevision: computed.integer({
      title: 'Published revision',
      help: 'The revision that PCs get. Empty: nothing is published yet.',
      from: sql`(SELECT max(${snapshots.revision}) FROM ${snapshots} WHERE ${snapshots.scopeid} = ${table.scopeid})`,
    }),
    publisheddate: computed.timestamp({
      title: 'Published',
      from: sql`(SELECT ${snapshots.createddate} FROM ${snapshots} WHERE ${snapshots.scopeid} = ${table.scopeid} ORDER BY ${snapshots.revision} DESC LIMIT 1)`,
    }),
    draftdiffers: computed.boolean({
      title: 'Draft differs',
      help: 'The draft has unpublished changes.',
      few: true,
      read: draftsThatDiffer,
      none: true,
    }),
    entries: computed.json({
      title: 'Entries',
      list: 'never',
      elsewhere: true,
      alone: true,
      none: [],
      read: (reader, ids) => new Map(ids.map((scopeid) => [scopeid, listDraftEntries(reader, scopeid)])),
    }),
  },
  check: completeScope,
});

export const reports = defineRegister(enforcereports, {
  path: '/enforce/reports',
  label: 'hostname',
  one: 'Enforcement report',
  many: 'Enforcement reports',
  schemaName: 'EnforceReport',
  icon: 'clipboard-list',
  about:
    'Results of the manifests on PCs. PCs send reports after they apply a published scope; the newest report of each PC is shown first.',
  audit: 'enforce.report',
  remove: 'hard',
  without: ['create', 'edit', 'delete'],
  can: { read: manage, create: manage, edit: manage, delete: manage },
  sort: 'createddate',
  newestFirst: true,
  columns: {
    hostname: text({ title: 'Host name', writable: 'never', search: true, sort: true, filter: ['hostname'] }),
    assetid: ref('assets', { title: 'PC', writable: 'never', list: 'hidden', filter: ['assetid'] }),
    scopename: text({ title: 'Scope', writable: 'never', search: true, sort: true, filter: ['scopename'] }),
    phase: choice(PHASES, { title: 'Phase', writable: 'never', list: 'hidden', filter: ['phase'] }),
    status: choice(MANIFEST_STATUSES, {
      title: 'Result',
      state: true,
      writable: 'never',
      sort: true,
      filter: ['status'],
    }),
    appliedversion: text({ title: 'Applied', search: false, writable: 'never' }),
    enforcerversion: text({ title: 'Enforcer', search: false, writable: 'never', list: 'hidden' }),
    results: json({
      title: 'Entries',
      section: 'Results',
      writable: 'never',
      list: 'never',
      drawn: 'enforce.results',
      schema: z.array(z.unknown()),
    }),
    counts: json({
      title: 'Total',
      section: 'Results',
      writable: 'never',
      list: 'never',
      drawn: 'enforce.counts',
      schema: z.unknown(),
    }),
    failed: integer({ title: 'Failed entries', writable: 'never' }),
    islatest: boolean({ title: 'Newest of its PC', writable: 'never', list: 'hidden', filter: ['islatest'] }),
  },
  computed: {
    reporteddate: computed.timestamp({ title: 'Reported', from: sql`${enforcereports.createddate}` }),
  },
  filters: {
    failing: filter.boolean({
      title: 'Failing now',
      when: (on) => (on ? isFailing : sql`NOT ${isFailing}`),
    }),
    awaited: filter.boolean({
      title: 'Not reported since the publication',
      when: (on, { today }) => {
        const awaited = isAwaited(computeFirstDay(today));
        return on ? awaited : sql`NOT ${awaited}`;
      },
    }),
  },
});
