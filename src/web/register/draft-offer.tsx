import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface DraftOfferProps {
  /** The time of the draft, in milliseconds. */
  at: number;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers the input of an earlier visit that was not saved. */
export function DraftOffer({ at, onContinue, onDiscard }: DraftOfferProps) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (
    <Alert icon={<IconHistory size={18} />} title={`Draft of ${(isToday ? TIME : DAY_AND_TIME).format(at)}`}>
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
