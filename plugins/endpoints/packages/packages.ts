import { registerReservedApplication } from '../../../src/features/catalog/index.ts';
import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, conflict, notFound } from '../../../src/kit/errors.ts';
import type { StoredFile } from '../../../src/kit/files/store.ts';
import type { Host } from '../../../src/kit/host.ts';
import { UPLOADED, UPLOADER } from './list-columns.ts';
import { commandsFor, currentOf, currentPackages, packageNamed, packageOf } from './queries.ts';
import type { PackageInput, PackageRecord } from './schemas.ts';
import { type AgentPackage, agentpackages } from './tables.ts';

const MB = 1024 * 1024;
export const PACKAGE_AREA = 'agentpackages';
/** Rule for uploaded builds, which may have any file type. `areabytes` limits all builds together. */
export const PACKAGE_RULE = { extensions: [], maxbytes: 512 * MB, areabytes: 16_384 * MB };
/** Name of the application whose versions are the current builds. */
export const AGENT_APPLICATION = 'Millwright agent';

/**
 * Records an uploaded build of the agent, which is not current yet. Throws 409 when this version of the
 * platform exists.
 */
export function savePackage(
  host: Host,
  context: WriteContext,
  { version, platform }: PackageInput,
  file: StoredFile,
): PackageRecord {
  const { filename, originalname, size, sha256 } = file;
  const { value } = host.db.transact(context, UPLOADED, (tx) => {
    if (packageNamed.get(tx, { platform, version }))
      throw conflict('version', `Version ${version} for ${platform} is already uploaded.`);
    host.files.list(tx, file);
    const row = { version, platform, filename, originalname, size, sha256, iscurrent: 0 } as const;
    const packageid = tx.insert(agentpackages, row);
    tx.audit({
      entitytype: 'agentpackage',
      entityid: packageid,
      details: { version, platform, sha256 },
      undoable: false,
    });
    return packageid;
  });
  return packageView(host, value);
}

/**
 * Makes a build the current one of its platform, also an older one. Agents receive its version, and
 * installers use it. Throws 404 for an unknown build.
 */
export function makeCurrent(host: Host, context: WriteContext, packageid: number): PackageRecord {
  host.db.transact(context, 'endpoints.package.madecurrent', (tx) => {
    const { version, platform } = tx.must(agentpackages, packageid, 'Agent build');
    const before = currentOf.get(tx, { platform });
    if (before && before.packageid !== packageid)
      tx.update(agentpackages, before.packageid, { iscurrent: 0 });
    tx.update(agentpackages, packageid, { iscurrent: 1 });
    updateAgentApplication(tx);
    const details = { version, platform, before: before?.version ?? null };
    tx.audit({ entitytype: 'agentpackage', entityid: packageid, details });
  });
  return packageView(host, packageid);
}

/**
 * Updates the application of the agent. Its versions are those that are current for a platform, and former
 * ones that a row refers to.
 */
function updateAgentApplication(tx: Tx): void {
  const platforms = new Map<string, string[]>();
  for (const { version, platform } of currentPackages.all(tx))
    platforms.set(version, [...(platforms.get(version) ?? []), platform].sort());
  registerReservedApplication(tx, {
    appname: AGENT_APPLICATION,
    description: 'The agent of this appliance on managed PCs. Its builds are uploaded under Agent builds.',
    versions: [...platforms].map(([version, of]) => ({ version, notes: `Current for ${of.join(', ')}.` })),
  });
}

/**
 * Deletes a build for good. Throws 404 when it is unknown, and 409 when it is current or a command will still
 * fetch it.
 */
export function removePackage(host: Host, context: WriteContext, packageid: number): void {
  host.db.transact(context, 'endpoints.package.removed', (tx) => {
    const { version, platform, filename, iscurrent } = tx.must(agentpackages, packageid, 'Agent build');
    if (iscurrent === 1)
      throw new AppError(
        'CONFLICT',
        `This build is current for ${platform}. Make another build current first.`,
        {
          field: 'iscurrent',
        },
      );
    const commands = commandsFor.get(tx, { packageid })!.n;
    if (commands > 0)
      throw new AppError('IN_USE', `${commands} queued commands need this build. Cancel them first.`, {
        references: { commands },
      });
    host.files.remove(tx, PACKAGE_AREA, filename);
    tx.delete(agentpackages, packageid);
    tx.audit({
      entitytype: 'agentpackage',
      entityid: packageid,
      details: { version, platform },
      undoable: false,
    });
  });
}

function packageView(host: Host, packageid: number): PackageRecord {
  const row = host.db.read((reader) =>
    reader.get<PackageWithCreator>(`SELECT ${PACKAGE} WHERE packageid = ?`, packageid),
  );
  if (!row) throw notFound('Agent build');
  return toPackageRecord(row);
}

/** SELECT list and FROM clause for builds with the user who uploaded them. */
const PACKAGE = `p.*, ${UPLOADER} AS createdby FROM agentpackages p`;
export type PackageWithCreator = AgentPackage & { createdby: string | null };

/** Returns a package for the API, without the name of its stored file. */
export const toPackageRecord = ({
  filename: _stored,
  platform,
  iscurrent,
  ...row
}: PackageWithCreator): PackageRecord => ({
  ...row,
  platform: platform as PackageRecord['platform'],
  iscurrent: iscurrent === 1,
});

/** Returns the file of a build as a download. Throws 404 when it is unknown. */
export function servePackage(host: Host, packageid: number): Response {
  const row = host.db.read((reader) => packageOf.get(reader, { packageid }));
  if (!row) throw notFound('Agent build');
  return host.files.serve(PACKAGE_AREA, row.filename, { download: true });
}
