/** Acts that have an expression of their own. */
const SENTENCES: Record<string, string> = {
  'appliance.upgrade.begun': 'started an upgrade of the program',
  'appliance.upgrade.completed': 'upgraded the program',
  'appliance.upgrade.failed': 'kept the previous program after a failed upgrade',
  'audit.change.takenback': 'took back unfinished work',
  'audit.change.undone': 'undid a change',
  'catalog.application.pictured': 'changed the picture of application',
  'catalog.apppackage.created': 'uploaded a package to application',
  'catalog.appversion.created': 'added a version to application',
  'catalog.asset.bulkupdated': 'changed several assets at once',
  'catalog.collision.decided': 'said whether two records are one',
  'catalog.model.pictured': 'changed the picture of model',
  'collector.glpi.ingested': 'reported an inventory (GLPI)',
  'computers.computer.reported': 'reported computer',
  'customfields.value.updated': 'changed own fields of asset',
  'endpoints.command.cancelled': 'cancelled a command of',
  'endpoints.command.finished': 'told what came of a command of',
  'endpoints.alert.acknowledged': 'confirmed an alert at',
  'endpoints.bootstraptoken.used': 'fetched the agent with bootstrap token',
  'endpoints.command.claimed': 'fetched a command of',
  'endpoints.command.queued': 'queued a command for',
  'endpoints.command.reaped': 'ended a command of',
  'endpoints.credential.allowed': 'allowed a new enrollment of',
  'endpoints.credential.issued': 'got the credential of',
  'endpoints.credential.revoked': 'revoked the credential of',
  'endpoints.enrollment.approved': 'approved an enrollment',
  'endpoints.enrollment.rejected': 'rejected an enrollment',
  'endpoints.log.collected': 'sent a log file of',
  'endpoints.migration.queued': 'sent a wave to',
  'endpoints.operatorreport.received': 'sent an operator report',
  'endpoints.override.used': 'passed the policy of',
  'endpoints.package.madecurrent': 'made current the agent build',
  'endpoints.package.removed': 'deleted the agent build',
  'endpoints.package.uploaded': 'uploaded the agent build',
  'endpoints.pc.checkedin': 'heard the agent of',
  'endpoints.pc.locked': 'locked',
  'endpoints.pc.unlocked': 'unlocked',
  'identity.user.loggedin': 'signed in',
  'identity.user.passwordchanged': 'changed the password of user',
  'identity.user.passwordreset': 'reset the password of user',
  'imports.import.committed': 'imported a file',
  'imports.import.created': 'imported a file',
  'imports.import.undone': 'undid an import',
  'kioskdevices.token.renewed': 'renewed the token of kiosk device',
  'platform.blueprint.uploaded': 'uploaded a floor plan',
  'platform.job.run': 'ran a job',
  'platform.logo.uploaded': 'uploaded a logo',
  'platform.mail.tested': 'sent a test mail',
  'platform.reference.seeded': 'filled in the reference data',
  'platform.setting.seeded': 'stored the default settings',
  'platform.starter.seeded': 'filled in the starter data',
  'slides.slide.timed': 'changed the seconds of slide',
  'slides.slides.added': 'added slides to',
  'slides.slides.ordered': 'put into order the slides of',
  'slides.slides.removed': 'took slides off',
};

const VERBS: Record<string, string> = {
  ingested: 'reported',
  pictured: 'changed the picture of',
  removed: 'took off',
  updated: 'changed',
};

const MANY: Record<string, string> = { endpointcommand: 'several PCs' };

const NOUNS: Record<string, string> = {
  app: 'software',
  apptoken: 'API token',
  assetstatus: 'asset status',
  assettype: 'asset type',
  blueprint: 'drawing',
  bootstraptoken: 'bootstrap token',
  businessunit: 'business unit',
  computertype: 'computer type',
  customfield: 'custom field',
  agentpackage: 'agent build',
  dashboarddefault: 'dashboard default',
  endpointcommand: 'command',
  enrollmentrequest: 'enrollment',
  kioskdevice: 'kiosk device',
  level: 'map level',
  modelsupply: 'supply of a printer model',
  driver: 'printer driver',
  operatingsystem: 'operating system',
  operatorreport: 'operator report',
  part: 'printed part',
  position: 'map position',
  printfile: 'print file of printed part',
  cert_request: 'certificate request',
  server_cert: 'server certificate',
  relationshiptype: 'relationship type',
  savedview: 'saved view',
  snapshot: 'map snapshot',
  supportteam: 'support team',
  token: 'API token',
};

/** An audit action `<area>.<noun>.<past verb>` in plain words: `catalog.asset.updated` becomes `changed asset`. */
export function actionText(action: string): string {
  const known = SENTENCES[action];
  if (known) return known;
  const parts = action.split('.');
  if (parts.length < 3) return parts.join(' ');
  const [, noun = '', ...verb] = parts;
  const did = verb.join(' ').replace(/[_-]/g, ' ');
  return `${VERBS[did] ?? did} ${nounText(noun)}`;
}

/** What one act was about that was done to many at once. */
export const manyText = (entitytype: unknown, entityid: unknown): string | null =>
  entityid === null ? (MANY[String(entitytype)] ?? null) : null;

/** What has no name, by its kind and number. */
export const kindText = (entitytype: string, entityid: unknown): string =>
  manyText(entitytype, entityid) ?? `${nounText(entitytype)} ${entityid ?? ''}`;

const nounText = (noun: string): string => NOUNS[noun] ?? noun.replace(/[_-]/g, ' ');
