import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatTimeOfDay } from '../../../kit/date-format.ts';
import { readTimeFormat } from '../date-format.ts';
import { absoluteTime } from '../time.tsx';

interface DraftOfferProps {
  /** The time of the draft, in milliseconds. */
  at: number;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers the input of an earlier visit that was not saved. */
export function DraftOffer({ at, onContinue, onDiscard }: DraftOfferProps) {
  const begun = new Date(at);
  const isToday = begun.toDateString() === new Date().toDateString();
  const when = isToday
    ? formatTimeOfDay(begun, readTimeFormat(), false)
    : absoluteTime(begun.toISOString(), false);
  return (
    <Alert icon={<IconHistory size={18} />} title={`Draft of ${when}`}>
      You have input here that was not saved.
      <Group gap="sm" mt="sm">
        <Button size="compact-sm" onClick={onContinue}>
          Continue draft
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard draft
        </Button>
      </Group>
    </Alert>
  );
}
