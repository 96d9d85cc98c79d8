import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import type { WaveResult } from '../../migration/schemas.ts';
import { formatNames, formatPcCount, pcNameOf } from '../labels.ts';
import { countsQuery, type Readiness, readinessQuery } from './readiness-query.ts';
import { WaveOutcome } from './wave-outcome.tsx';

interface WaveModalProps {
  /** Selected PCs, or `next` when the user enters their number in the dialog. */
  target: readonly Readiness[] | 'next';
  onQueued: () => void;
  onClose: () => void;
}

const FIRST_WAVE = 10;
const NAMED = 100;

/** Shows the PCs and versions of a wave before it is sent, then what was queued and skipped. */
export function WaveModal({ target, onQueued, onClose }: WaveModalProps) {
  const isNext = target === 'next';
  const [waved, setWaved] = useState<WaveResult | null>(null);
  const { data: counts } = useQuery(countsQuery);
  const ready = counts?.ready ?? 0;
  const form = useForm({
    initial: { count: String(Math.min(FIRST_WAVE, ready)) },
    save: async (values) => {
      const body = isNext
        ? { count: countOf(values.count, ready) }
        : { assetids: target.map(({ assetid }) => assetid) };
      setWaved((await request<WaveResult>('POST', '/endpoints/migration/waves', { body })).data);
      onQueued();
      await queryClient.invalidateQueries();
    },
  });
  const first = useQuery({ ...readinessQuery({ shown: 'ready', perpage: NAMED }), enabled: isNext });
  if (waved) return <WaveOutcome waved={waved} named={isNext ? [] : target} onClose={onClose} />;
  const wanted = isNext ? (wholeTo(form.values.count, ready) ?? 0) : target.length;
  const pcs = isNext ? (first.data?.data ?? []).slice(0, wanted) : target;
  const doubted = pcs.filter((pc) => !pc.ready).length;
  return (
    <FormModal
      form={form}
      draft={null}
      title="Upgrade agents"
      action={wanted > 0 ? `Upgrade ${formatPcCount(wanted)}` : 'Upgrade'}
      count={isNext ? 1 : wanted}
      onClose={onClose}
    >
      {isNext && (
        <TextInput
          label="Number of PCs"
          description={`${formatPcCount(ready)} ${ready === 1 ? 'is' : 'are'} ready, in the order of host names. Start with a few.`}
          inputMode="numeric"
          required
          data-autofocus
          {...form.text('count')}
        />
      )}
      {pcs.length > 0 && (
        <div role="status">
          <strong>{formatPcCount(wanted)}</strong> <span className="mw-muted">{versionsOf(pcs)}</span>
          <p className="mw-break">{formatNames(pcs.map(pcNameOf), wanted)}</p>
        </div>
      )}
      {doubted > 0 && (
        <p>
          For {formatPcCount(doubted)}, trust in this appliance is uncertain.{' '}
          {doubted === 1 ? 'It is' : 'They are'} upgraded anyway.
        </p>
      )}
      <p className="mw-muted">
        Each agent downloads the build, verifies it and restarts. Users do not notice it. An agent that cannot
        reach this appliance with the new build returns to the previous build.
      </p>
    </FormModal>
  );
}

/** Returns the target versions as text. */
const versionsOf = (pcs: readonly Readiness[]): string =>
  `to ${[...new Set(pcs.flatMap(({ targetversion }) => targetversion ?? []))].sort().join(' and ')}`;

function countOf(text: string, ready: number): number {
  const count = wholeTo(text, ready);
  if (count === undefined)
    throw new FieldErrors({ count: `Enter a whole number from 1 to ${ready}, the number of ready PCs.` });
  return count;
}

/** Parses a whole number from 1 to the maximum. Returns undefined for any other text. */
function wholeTo(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}
