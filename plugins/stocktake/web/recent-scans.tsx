import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMe } from '../../../src/web/api/queries.ts';
import type { ScanAnswer, Stocktake } from './data.ts';
import { MoveButton } from './move-button.tsx';
import { signalOf } from './signals.ts';
import type { RecentScan, Scans } from './use-scans.ts';

const MAX_ROWS = 8;

/** Shows the last scans of this phone, the newest one large. Each has a button to undo it. */
export function RecentScans({ scans, stocktake }: { scans: Scans; stocktake: Stocktake }) {
  const me = useMe();
  const mayEdit = Boolean(me?.isadmin || me?.permissions.includes('assets.edit'));
  const [first, ...others] = scans.recent.slice(0, MAX_ROWS);
  if (!first) return null;
  return (
    <>
      <div
        className="mw-stocktake-last"
        data-tone={first.answer ? signalOf(first.answer.outcome) : undefined}
        role="status"
        aria-label="Last scan"
      >
        <b>{nameOf(first)}</b>
        <div>{sentenceOf(first)}</div>
        {first.answer?.outcome === 'ambiguous' && (
          <Candidates answer={first.answer} scans={scans} clientid={first.clientid} />
        )}
        <Group gap={8} mt={8}>
          <Button
            size="sm"
            h={44}
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => scans.undo(first.clientid)}
          >
            Undo
          </Button>
          {mayEdit && isMovable(first) && (
            <MoveButton
              key={first.clientid}
              asset={first.answer}
              stocktake={stocktake}
              onMoved={(isMoved) => scans.markMoved(first.clientid, isMoved)}
            />
          )}
        </Group>
      </div>
      {others.length > 0 && (
        <section className="mw-card" aria-label="Previous scans" style={{ marginBottom: 12 }}>
          <ul className="mw-stocktake-list">
            {others.map((one) => (
              <li key={one.clientid}>
                <div>
                  {nameOf(one)}
                  <div className="mw-muted">{sentenceOf(one)}</div>
                </div>
                <ActionIcon
                  size={44}
                  variant="subtle"
                  aria-label={`Undo ${nameOf(one)}`}
                  onClick={() => scans.undo(one.clientid)}
                >
                  <IconArrowBackUp size={20} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Lets the user choose the asset when a code matches several. */
function Candidates({ answer, clientid, scans }: { answer: ScanAnswer; clientid: string; scans: Scans }) {
  return (
    <div className="mw-stack" style={{ gap: 8, marginTop: 8 }}>
      {answer.candidates.map(({ assetid, assetnumber, name, location, path }) => (
        <Button
          key={assetid}
          h="auto"
          mih={44}
          variant="light"
          onClick={() => {
            scans.undo(clientid);
            scans.scan(path);
          }}
        >
          {[assetnumber, name, location].filter(Boolean).join(' · ')}
        </Button>
      ))}
    </div>
  );
}

/** Reports whether the asset of a scan is active and registered at another location. */
const isMovable = (
  scan: RecentScan,
): scan is RecentScan & { answer: { assetid: number; assetnumber: string } } =>
  scan.answer?.outcome === 'unexpected' && scan.answer.isactive !== false && !scan.isMoved;

const nameOf = ({ code, answer }: RecentScan): string => answer?.assetnumber ?? code.slice(0, 80);

function sentenceOf({ answer, isMoved }: RecentScan): string {
  if (!answer) return 'Stored on this phone, not sent yet.';
  const { name, location, isactive, seenby, message } = answer;
  const named = name ? `${name}. ` : '';
  switch (answer.outcome) {
    case 'found':
      return `${named}Found.`;
    case 'already':
      return `${named}Already seen${seenby ? ` by ${seenby}` : ''}.`;
    case 'unexpected':
      if (isMoved) return `${named}Moved here.`;
      return `${named}${isactive === false ? 'Unexpected: the asset is inactive.' : `Unexpected: its registered location is ${location ?? 'not set'}.`}`;
    case 'ambiguous':
      return 'Several assets have this code. Select one.';
    case 'unknown':
      return 'No asset has this code. The report lists it.';
    case 'refused':
      return message ?? 'This is not a label code.';
  }
}
