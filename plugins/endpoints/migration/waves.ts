import { hasPermission } from '../../../src/kit/actor.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { SerialQueue } from '../../../src/kit/serial-queue.ts';
import { TimeSlice } from '../../../src/kit/time-slice.ts';
import { CheckInBuffer } from '../checkin/check-in-buffer.ts';
import { type NewCommand, queueBatch } from '../commands/batch.ts';
import type { AgentBuild } from '../packages/builds.ts';
import { createReadinessReader, iterateReadiness, type Readiness } from './readiness.ts';
import type { WaveInput, WaveResult } from './schemas.ts';

const UPGRADE_SECONDS = 30 * 60;
const REPORTING_SECONDS = 120;

/** Upgrade waves. They run one after the other, so that commands of one wave are in flight for the next. */
export class UpgradeWaves {
  private readonly waves = new SerialQueue();

  constructor(private readonly host: Host) {}

  /**
   * Queues the current build for named PCs, or for the next `count` PCs without a blocker. A named PC whose
   * only blocker is `server_trust` is tried again. Other PCs with a blocker are skipped; an up-to-date PC
   * that was not named is left out. Policies do not apply, but a lock always blocks. Throws 403 without both
   * permissions. Throws 400 unless there is either a list or a count, and when a listed PC is unknown or
   * inactive.
   */
  async send(context: WriteContext, input: WaveInput): Promise<WaveResult> {
    const { assetids, count } = input;
    if (!['endpoints.agentupdate', 'endpoints.runscript'].every((one) => hasPermission(context.actor, one)))
      throw forbidden();
    if ((assetids == null) === (count == null)) throw invalid('assetids', 'Send either assetids or count.');
    return this.waves.run(() => this.queue(context, input));
  }

  private async queue(context: WriteContext, input: WaveInput): Promise<WaveResult> {
    const { host } = this;
    host.getInstance(CheckInBuffer).flush();
    const { queued, retried, skipped } = await selectPcs(host, context, input);
    const counts = { queued: queued.length, retried: retried.length, skipped: skipped.length };
    const commands = await queueBatch(host, context, {
      action: 'endpoints.migration.queued',
      details: counts,
      commands: [...queued, ...retried].map(upgrade),
    });
    return {
      queued: commands.slice(0, queued.length),
      retried: commands.slice(queued.length),
      skipped,
    };
  }
}

interface PcSelection {
  queued: Readiness[];
  retried: Readiness[];
  skipped: WaveResult['skipped'];
}

/** Selects the PCs of a wave. Works in time slices, because there may be thousands of PCs. */
async function selectPcs(
  host: Host,
  { account }: WriteContext,
  { assetids, count }: WaveInput,
): Promise<PcSelection> {
  const found: PcSelection = { queued: [], skipped: [], retried: [] };
  const turn = new TimeSlice(account);
  const { reader, close } = host.db.snapshot();
  try {
    for (const pc of assetids ? iterateNamed(host, reader, assetids) : iterateReadiness(host, reader)) {
      if (!assetids && found.queued.length >= count!) break;
      assignToGroup(found, pc, assetids != null);
      if (turn.isOver) await turn.next();
    }
  } finally {
    close();
  }
  return found;
}

function* iterateNamed(host: Host, reader: Reader, assetids: readonly number[]): Generator<Readiness> {
  const readReadiness = createReadinessReader(host, reader);
  for (const assetid of new Set(assetids)) {
    const pc = readReadiness(assetid);
    if (!pc) throw invalid('assetids', `${assetid} is not an active PC.`);
    yield pc;
  }
}

/** Assigns a PC to one group of the result. An up-to-date PC is in no group, unless it was named. */
function assignToGroup({ queued, retried, skipped }: PcSelection, pc: Readiness, isNamed: boolean): void {
  const { assetid, blockers } = pc;
  const isTrustAlone = blockers.length === 1 && blockers[0] === 'server_trust';
  if (blockers.length === 0) queued.push(pc);
  else if (isNamed && isTrustAlone) retried.push(pc);
  else if (isNamed || !blockers.includes('up_to_date')) skipped.push({ assetid, blockers });
}

/** Returns the command that installs the current build on a PC, identified by its digest. */
function upgrade({ assetid, build }: Readiness): NewCommand {
  const { packageid, version } = build!;
  return {
    assetid,
    action: 'run_script',
    parameters: JSON.stringify({ packageid, version }),
    payload: JSON.stringify(payloadOf(build!)),
    limitseconds: UPGRADE_SECONDS + REPORTING_SECONDS,
    isoverride: 0,
  };
}

/** Returns the payload that the agent receives instead of a script. */
const payloadOf = ({ packageid, version, platform, sha256, size }: AgentBuild) => ({
  scriptname: `Agent ${version}`,
  package: {
    packageid,
    version,
    platform,
    sha256,
    size,
    path: `/api/endpoints/packages/${packageid}/file`,
  },
  errormode: 'stop',
  captureoutput: true,
  workingdirectory: null,
  usercontext: 'system',
  timeoutseconds: UPGRADE_SECONDS,
});
