import type { ReactNode } from 'react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { absoluteTime, durationText } from '../../../../src/web/parts/time.tsx';
import { pcPath } from '../../pc-path.ts';
import { COMMAND_STATE_LABELS, pcNameOf } from '../labels.ts';
import type { PcCommand } from './command-query.ts';
import { CommandSubject } from './command-subject.tsx';

/** Shows a command: its PC, user, state, parameters and output. */
export function CommandDetail({ command }: { command: PcCommand }) {
  const { assetid, state, durationms } = command;
  const facts: [string, ReactNode][] = [
    [
      'PC',
      <AppLink key="pc" to={pcPath(assetid)}>
        {pcNameOf(command)}
      </AppLink>,
    ],
    ['State', <StateBadge key="state" {...COMMAND_STATE_LABELS[state]} />],
    ['Reason', command.reason],
    ['Requested', absoluteTime(command.createddate)],
    ['Started by', command.username && `${command.username}${command.isoverride ? ', policy override' : ''}`],
    ['Fetched', command.claimeddate && absoluteTime(command.claimeddate)],
    ['Finished', command.finisheddate && absoluteTime(command.finisheddate)],
    ['Duration', durationms === null ? null : durationText(durationms)],
    ['Exit code', command.exitcode],
    [
      'Parameters',
      command.appname === null && Object.keys(command.parameters).length > 0 && (
        <CommandSubject key="with" command={command} />
      ),
    ],
  ];
  return (
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
        <Output command={command} />
      </section>
    </div>
  );
}

function Output({ command: { assetid, action, state, output } }: { command: PcCommand }) {
  if (output)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
      <pre className="mw-output" tabIndex={0}>
        {output}
      </pre>
    );
  if (action === 'collect_log' && state === 'succeeded')
    return <AppLink to={pcPath(assetid, 'logs')}>Log files of this PC</AppLink>;
  return <p className="mw-muted">{state === 'queued' || state === 'pending' ? 'Not yet.' : 'None.'}</p>;
}
