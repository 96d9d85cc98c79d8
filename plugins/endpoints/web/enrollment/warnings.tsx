import { getStateStyle } from '../../../../src/web/state-style.ts';
import type { EnrollmentView } from './inbox-query.ts';

type Warning = ['critical' | 'warning' | 'info' | 'ok', string];
type RegisteredPc = NonNullable<EnrollmentView['computer']>;

/** Facts of an enrollment request that cause warnings. */
type EnrollmentFacts = Pick<EnrollmentView, 'hostname' | 'serialnumber' | 'contested' | 'showedkey'> & {
  candidates: readonly unknown[];
  computer: Pick<RegisteredPc, 'serialnumber' | 'serialmatches' | 'blocked' | 'enrolled'> | null;
};

/**
 * Returns the warnings that an admin must see before an approval. Without any, the first entry confirms that
 * the register matches. A missing shared key is an additional entry, not a warning.
 */
export function listWarnings({
  computer,
  hostname,
  serialnumber,
  contested,
  candidates,
  showedkey,
}: EnrollmentFacts): Warning[] {
  const warnings: Warning[] = [];
  if (!computer)
    warnings.push([
      'warning',
      `The register has no computer named ${hostname}. Add it first, or choose the PC when you approve.`,
    ]);
  else if (computer.blocked)
    warnings.push([
      'critical',
      'Enrollment of this PC is blocked. An admin must allow it before you can approve the request.',
    ]);
  else if (!computer.serialmatches)
    warnings.push(['warning', describeSerials(serialnumber, computer.serialnumber)]);
  if (computer?.enrolled)
    warnings.push([
      'warning',
      'This PC already has a credential. Approval revokes it and issues a new one. Approve only if the PC was reinstalled.',
    ]);
  if (contested)
    warnings.push([
      'critical',
      `${candidates.length} agents claim to be this PC. Compare the fingerprints with the one that the agent on the PC shows, and approve that agent.`,
    ]);
  if (warnings.length === 0) warnings.push(['ok', 'Host name and serial number match the register.']);
  if (!showedkey) warnings.push(['info', 'The agent did not send the shared key.']);
  return warnings;
}

function describeSerials(reported: string, registered: string | null): string {
  if (reported && registered)
    return 'The serial number differs from the register. This may be another PC with the same name.';
  const missing = reported ? 'The register has no' : 'The agent reported no';
  return `${missing} serial number, so only the host name matches. This may be another PC with the same name.`;
}

/** Shows the warnings about an enrollment request. */
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
