import { Button } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';

interface MergePreviewProps {
  collisionid: number;
  /** Label of the button for screen readers. */
  label: string;
}

/** Singular and plural name of a kind of row. */
type Title = readonly [one: string, many: string];

/** Names of the kinds of rows that move and have no register. */
const TITLES: Readonly<Record<string, Title>> = {
  files: ['file', 'files'],
  addresses: ['address', 'addresses'],
  relationships: ['connection', 'connections'],
  positions: ['its floor plan position', 'its floor plan position'],
  customvalues: ['custom field', 'custom fields'],
  installedapps: ['installed application', 'installed applications'],
  warrantyassets: ['warranty', 'warranties'],
  credentials: ['credential of a PC', 'credentials of PCs'],
  enrollmentblocks: ['enrollment block', 'enrollment blocks'],
  enrollmentrequests: ['enrollment request', 'enrollment requests'],
  locks: ['lock of a PC', 'locks of PCs'],
  commands: ['command', 'commands'],
};

/** Rows that do not move. They end with the other record, and an undo restores them. */
const ENDS: Readonly<Record<string, (n: number) => string>> = {
  credentialsended: () => 'the credential of the newer one is revoked',
  commandsended: (n) =>
    n === 1 ? '1 command without a result is canceled' : `${n} commands without a result are canceled`,
};

/** Shows on request what would move to the record that stays. */
export function MergePreview({ collisionid, label }: MergePreviewProps) {
  const [summary, setSummary] = useState<string>();
  const registers = useRegisters();
  const titleOf = (kind: string): Title | undefined => {
    const register = registers.find(({ name }) => name === kind);
    return TITLES[kind] ?? (register && [register.titleone.toLowerCase(), register.title.toLowerCase()]);
  };
  const ask = async () => {
    setSummary('Loading preview …');
    try {
      const { data } = await request<{ moved: Record<string, number> }>(
        'POST',
        `/assets/collisions/${collisionid}/decide`,
        { body: { same: true, dryrun: true } },
      );
      setSummary(sentence(data.moved, titleOf));
    } catch (error) {
      setSummary(error instanceof Error ? error.message : String(error));
    }
  };
  if (summary !== undefined) return <span role="status">{summary}</span>;
  return (
    <Button variant="subtle" size="compact-sm" aria-label={label} onClick={() => void ask()}>
      Preview
    </Button>
  );
}

/**
 * Returns a sentence such as "2 files, 3 addresses and 4 other entries would move; 1 command without a result
 * is canceled."
 */
function sentence(moved: Record<string, number>, titleOf: (kind: string) => Title | undefined): string {
  const ends = Object.entries(moved).flatMap(([kind, n]) => ENDS[kind]?.(n) ?? []);
  const kinds = Object.entries(moved).filter(([kind]) => !(kind in ENDS));
  const named = kinds.flatMap(([kind, n]) => {
    const title = titleOf(kind);
    if (title === undefined) return [];
    const word = title[n === 1 ? 0 : 1];
    return kind === 'positions' ? [word] : [`${n} ${word}`];
  });
  const others = kinds.reduce((sum, [kind, n]) => sum + (titleOf(kind) === undefined ? n : 0), 0);
  const parts = others > 0 ? [...named, others === 1 ? '1 other entry' : `${others} other entries`] : named;
  const moves = parts.length === 0 ? 'Nothing else would move' : `${listOf(parts)} would move`;
  return `${[moves, ...ends].join('; ')}.`;
}

const listOf = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
