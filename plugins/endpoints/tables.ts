import { assets } from '../../src/features/catalog/tables.ts';
import { users } from '../../src/features/identity/tables.ts';
import {
  created,
  flag,
  folded,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../src/kit/data/columns.ts';

/** Reference to the PC of a row. The row is deleted with the PC. */
const ofAsset = () =>
  integer()
    .notNull()
    .references(() => assets.assetid, { onDelete: 'cascade' });
const byUser = () => integer().references(() => users.userid, { onDelete: 'set null' });

export const endpoints = sqliteTable(
  'endpoints',
  {
    endpointid: serial(),
    assetid: ofAsset().unique(),
    agentversion: text(),
    osversion: text(),
    lastcheckin: text(),
    expectedby: text(),
    uptimeseconds: integer(),
    verdict: text().notNull().default('unknown'),
    verdictreason: text(),
    ispinned: flag(),
    spkipin: text(),
    isshared: flag(),
    said: text(),
  },
  (t) => [
    index('endpoints_verdict').on(t.verdict, t.assetid),
    index('endpoints_version').on(t.agentversion, t.assetid),
    index('endpoints_expected').on(t.expectedby, t.assetid),
  ],
);

export const endpointhealth = sqliteTable(
  'endpointhealth',
  {
    endpointhealthid: serial(),
    assetid: ofAsset(),
    fromverdict: text().notNull(),
    toverdict: text().notNull(),
    reason: text(),
    ...created(),
  },
  (t) => [index('endpointhealth_asset').on(t.assetid, t.endpointhealthid)],
);

export const endpointevents = sqliteTable(
  'endpointevents',
  {
    endpointeventid: serial(),
    assetid: ofAsset(),
    happenedat: text().notNull(),
    level: text().notNull(),
    source: text(),
    message: text().notNull(),
  },
  (t) => [index('endpointevents_asset').on(t.assetid, t.happenedat)],
);

export const endpointcredentials = sqliteTable('endpointcredentials', {
  endpointcredentialid: serial(),
  assetid: ofAsset().unique(),
  prefix: text().notNull().unique(),
  secrethash: text().notNull(),
  noncehash: text().notNull(),
  firstuseddate: text(),
  ...created(),
});

export const endpointblocks = sqliteTable('endpointblocks', {
  endpointblockid: serial(),
  assetid: ofAsset().unique(),
  reason: text(),
  ...created(),
});

export const enrollmentrequests = sqliteTable(
  'enrollmentrequests',
  {
    requestid: serial(),
    hostname: folded().notNull(),
    serialnumber: folded().notNull(),
    state: text().notNull().default('pending'),
    iskeyed: flag(),
    agentversion: text(),
    osversion: text(),
    assetid: integer().references(() => assets.assetid, { onDelete: 'set null' }),
    noncehash: text(),
    reason: text(),
    ...stamps(),
    network: text(),
  },
  (t) => [
    index('enrollmentrequests_oldest').on(t.state, t.iskeyed, t.network, t.modifieddate),
    index('enrollmentrequests_asset').on(t.assetid),
    index('enrollmentrequests_nonce').on(t.noncehash),
  ],
);
export type EnrollmentRequest = typeof enrollmentrequests.$inferSelect;

export const enrollmentcandidates = sqliteTable(
  'enrollmentcandidates',
  {
    candidateid: serial(),
    requestid: integer()
      .notNull()
      .references(() => enrollmentrequests.requestid, { onDelete: 'cascade' }),
    noncehash: text().notNull(),
    address: text(),
    firstseen: text().notNull(),
    lastseen: text().notNull(),
    iskeyed: flag(),
  },
  (t) => [unique().on(t.requestid, t.noncehash)],
);

export const endpointlocks = sqliteTable(
  'endpointlocks',
  {
    endpointlockid: serial(),
    assetid: ofAsset().unique(),
    userid: byUser(),
    username: text().notNull(),
    reason: text(),
    expiresat: text(),
    commandid: integer(),
    ...created(),
  },
  (t) => [index('endpointlocks_user').on(t.userid)],
);
export type EndpointLock = typeof endpointlocks.$inferSelect;

export const endpointpolicies = sqliteTable(
  'endpointpolicies',
  {
    policyid: serial(),
    policyname: uniqueName().notNull().unique(),
    scope: text(),
    allowedactions: text().notNull().default('[]'),
    pollseconds: integer(),
    priority: integer().notNull().default(0),
    isactive: flag(1),
    ...stamps(),
    policynamesortkey: sortKey(),
  },
  (t) => [
    index('endpointpolicies_priority').on(t.priority, t.policyid),
    index('endpointpolicies_created').on(t.createddate, t.policyid),
    index('endpointpolicies_modified').on(t.modifieddate, t.policyid),
    index('endpointpolicies_policynamesort').on(t.policynamesortkey, t.policyid),
  ],
);

export const endpointscripts = sqliteTable(
  'endpointscripts',
  {
    scriptid: serial(),
    scriptname: uniqueName().notNull().unique(),
    description: text(),
    body: text().notNull(),
    sha256: text().notNull(),
    revision: integer().notNull().default(1),
    errormode: text().notNull().default('continue'),
    captureoutput: flag(1),
    workingdirectory: text(),
    usercontext: text().notNull().default('system'),
    timeoutseconds: integer().notNull().default(600),
    isactive: flag(1),
    ...stamps(),
    scriptnamesortkey: sortKey(),
  },
  (t) => [
    index('endpointscripts_created').on(t.createddate, t.scriptid),
    index('endpointscripts_modified').on(t.modifieddate, t.scriptid),
    index('endpointscripts_scriptnamesort').on(t.scriptnamesortkey, t.scriptid),
  ],
);

export const endpointscriptrevisions = sqliteTable(
  'endpointscriptrevisions',
  {
    scriptrevisionid: serial(),
    scriptid: integer()
      .notNull()
      .references(() => endpointscripts.scriptid),
    revision: integer().notNull(),
    body: text().notNull(),
    sha256: text().notNull(),
    ...stamps(),
  },
  (t) => [
    unique().on(t.scriptid, t.revision),
    index('endpointscriptrevisions_created').on(t.createddate, t.scriptrevisionid),
    index('endpointscriptrevisions_modified').on(t.modifieddate, t.scriptrevisionid),
  ],
);

export const endpointcommands = sqliteTable(
  'endpointcommands',
  {
    commandid: serial(),
    assetid: ofAsset(),
    action: text().notNull(),
    parameters: text().notNull().default('{}'),
    payload: text().notNull().default('{}'),
    state: text().notNull().default('queued'),
    reason: text(),
    userid: byUser(),
    username: text().notNull(),
    isoverride: flag(),
    limitseconds: integer().notNull().default(900),
    claimeddate: text(),
    duedate: text(),
    finisheddate: text(),
    exitcode: integer(),
    output: text(),
    durationms: integer(),
    resultdigest: text(),
    ...created(),
    batchid: integer(),
  },
  (t) => [
    index('endpointcommands_queue').on(t.assetid, t.state, t.commandid),
    index('endpointcommands_state').on(t.state, t.commandid),
    index('endpointcommands_action').on(t.action, t.commandid),
    index('endpointcommands_user').on(t.userid),
    index('endpointcommands_finished').on(t.finisheddate),
  ],
);
/** Batches whose commands are not all queued yet. */
export const commandbatches = sqliteTable('commandbatches', {
  batchid: serial(),
  lastcommandid: integer().notNull(),
});

export type EndpointCommand = typeof endpointcommands.$inferSelect;
