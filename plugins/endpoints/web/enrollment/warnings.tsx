import { getStateStyle } from '../../../../src/web/state-style.ts';
import type { EnrollmentView } from './inbox-query.ts';

type Warning = ['critical' | 'warning' | 'info' | 'ok', string];

/** Returns the warnings that an admin must see before an approval. */
export function listWarnings({
  computer,
  hostname,
  contested,
  candidates,
  showedkey,
}: EnrollmentView): Warning[] {
  const told: Warning[] = [];
  if (!computer)
    told.push([
      'warning',
      `The register has no computer named ${hostname}. Add it first, or choose the PC when you approve.`,
    ]);
  else if (computer.blocked)
    told.push([
      'critical',
      'Enrollment of this PC is blocked. An admin must allow it before you can approve the request.',
    ]);
  else if (!computer.serialmatches)
    told.push([
      'warning',
      'The serial number differs from the register. This may be another PC with the same name.',
    ]);
  if (computer?.enrolled)
    told.push([
      'warning',
      'This PC already has a credential. Approval revokes it and issues a new one. Approve only if the PC was reinstalled.',
    ]);
  if (contested)
    told.push([
      'critical',
      `${candidates.length} agents claim to be this PC. Compare the fingerprints with the one that the agent on the PC shows, and approve that agent.`,
    ]);
  if (told.length === 0) told.push(['ok', 'Host name and serial number match the register.']);
  if (!showedkey) told.push(['info', 'The agent did not send the shared key.']);
  return told;
}

export function Warnings({ request }: { request: EnrollmentView }) {
  return (
    <div className="mw-enroll-told">
      {listWarnings(request).map(([word, text]) => {
        const { icon: Icon, color } = getStateStyle(word);
        return (
          <div key={text}>
            <Icon size={18} stroke={1.8} color={color} role="img" aria-label={word} />
            <span>{text}</span>
          </div>
        );
      })}
    </div>
  );
}
