import '../endpoint-styles.ts';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { useFocusBack } from '../../../../src/web/parts/dialog.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { absoluteTime, durationText } from '../../../../src/web/parts/time.tsx';
import { actionTitle, nameOf, STATES } from '../words.ts';
import { type Command, commandQuery } from './command-query.ts';
import { CommandSubject } from './command-subject.tsx';

/** One command with all that is known of it, beside the list. */
export function CommandDrawer({ command, onClose }: { command: Command; onClose: () => void }) {
  useFocusBack();
  const { commandid, assetid, state, durationms } = command;
  const whole = useQuery({ ...commandQuery(commandid), enabled: command.hasmore });
  const output = whole.data?.output ?? command.output;
  const facts: [string, ReactNode][] = [
    [
      'PC',
      <AppLink key="pc" to={`/endpoints/${assetid}`}>
        {nameOf(command)}
      </AppLink>,
    ],
    ['State', <StateBadge key="state" {...STATES[state]} />],
    ['Because', command.reason],
    ['Asked', absoluteTime(command.createddate)],
    ['By', command.username && `${command.username}${command.isoverride ? ', past the policy' : ''}`],
    ['Fetched', command.claimeddate && absoluteTime(command.claimeddate)],
    ['Ended', command.finisheddate && absoluteTime(command.finisheddate)],
    ['Took', durationms === null ? null : durationText(durationms)],
    ['Exit code', command.exitcode],
    ['With', Object.keys(command.parameters).length > 0 && <CommandSubject key="with" command={command} />],
  ];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={actionTitle(command.action)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="mw-stack">
        <dl className="mw-fact-list mw-card">
          {facts
            .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="mw-break mw-pre">{value}</dd>
              </div>
            ))}
        </dl>
        <section className="mw-stack" style={{ gap: 8 }} aria-label="Output">
          <h2>Output</h2>
          {output ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
            <pre className="mw-output" tabIndex={0}>
              {output}
            </pre>
          ) : (
            <p className="mw-muted">{state === 'queued' || state === 'pending' ? 'Not yet.' : 'None.'}</p>
          )}
        </section>
      </div>
    </Drawer>
  );
}
