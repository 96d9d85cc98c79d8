import { createHash } from 'node:crypto';
import { type Invariant, invariant } from '../../../src/kit/data/invariant.ts';
import { defineRegister } from '../../../src/kit/resource/define.ts';
import { boolean, choice, integer, longtext, text } from '../../../src/kit/resource/fields.ts';
import { defineLedger } from '../../../src/kit/resource/ledger.ts';
import { endpointscriptrevisions, endpointscripts } from '../tables.ts';

const needs = { can: 'endpoints.runscript' };
const MAX_BODY_LENGTH = 256 * 1024;

const digest = (body: string): string => createHash('sha256').update(body).digest('hex');

export const scripts = defineRegister(endpointscripts, {
  name: 'endpointscripts',
  path: '/endpoints/scripts',
  searchKind: 'script',
  label: 'scriptname',
  one: 'Script',
  many: 'Scripts',
  schemaName: 'EndpointScript',
  icon: 'file-text',
  about: 'Scripts that agents run: PowerShell on Windows, sh on Linux. All versions of a script are stored.',
  audit: 'endpoints.script',
  remove: 'soft',
  sort: 'scriptname',
  can: { read: { can: 'endpoints.view' }, create: needs, edit: needs, delete: needs },
  columns: {
    scriptname: text({ title: 'Script', required: true, search: true, sort: true }),
    description: longtext({ title: 'Description' }),
    body: longtext({
      title: 'Text',
      section: 'Script',
      required: true,
      max: MAX_BODY_LENGTH,
      list: 'never',
      drawn: 'endpoints.script',
    }),
    sha256: text({ title: 'SHA-256', search: false, writable: 'never', list: 'hidden' }),
    revision: integer({ title: 'Revision', writable: 'never' }),
    errormode: choice(
      { continue: 'Continue after an error', stop: 'Stop at the first error' },
      { title: 'On error', default: 'continue' },
    ),
    captureoutput: boolean({ title: 'Save the output', default: true }),
    workingdirectory: text({ title: 'Working directory', max: 260, list: 'hidden' }),
    usercontext: choice(
      { system: 'System', loggedinuser: 'Signed-in user' },
      { title: 'Run as', default: 'system' },
    ),
    timeoutseconds: integer({
      title: 'Time limit',
      unit: 'seconds',
      min: 1,
      max: 86_400,
      default: 600,
      list: 'hidden',
    }),
  },
  check: (_tx, input, before) => {
    if (typeof input.body !== 'string') return;
    input.sha256 = digest(input.body);
    if (before && before.body !== input.body) input.revision = Number(before.revision) + 1;
  },
});

export const revisions = defineLedger(endpointscriptrevisions, {
  of: scripts,
  by: 'scriptid',
  name: 'revisions',
  one: 'Revision',
  many: 'Revisions',
  about: 'All versions of the script. A command runs the version that was current when it was queued.',
  columns: {
    revision: integer({ title: 'Revision', sort: true }),
    body: longtext({ title: 'Text', list: 'never' }),
    sha256: text({ title: 'SHA-256' }),
  },
});

/** Stores each new text of a script as a revision. An undo removes its own revision through the journal. */
export const scriptRevisionInvariant: Invariant = invariant(
  'each text of a script is one of its revisions',
  [endpointscripts],
  (tx, changes) => {
    if (tx.isReversal) return;
    for (const { id, op, after } of changes) {
      if (op === 'delete' || (op === 'update' && after?.body === undefined)) continue;
      const { revision, body, sha256 } = tx.row(endpointscripts, id)!;
      tx.insert(endpointscriptrevisions, { scriptid: id, revision, body, sha256 });
    }
  },
);
