import { getStateStyle } from '../../../../src/web/state-style.ts';
import type { EnrollmentView } from './inbox-query.ts';

type Told = ['critical' | 'warning' | 'info' | 'ok', string];

/** Returns the warnings that an admin must see before an approval. */
export function listWarnings({
  computer,
  hostname,
  contested,
  candidates,
  showedkey,
}: EnrollmentView): Told[] {
  const told: Told[] = [];
  if (!computer)
    told.push([
      'warning',
      `The register knows no computer called ${hostname}. Add it first, or choose which PC it is when you approve.`,
    ]);
  else if (computer.blocked)
    told.push([
      'critical',
      'This PC is kept from enrolling: an admin has to allow it again before it can be approved.',
    ]);
  else if (!computer.serialmatches)
    told.push([
      'warning',
      'The serial number is not the one of the register: this may be another machine under the same name.',
    ]);
  if (computer?.enrolled)
    told.push([
      'warning',
      'This PC has a credential already. The new one takes its place and the old one ends: right after a reinstall, wrong otherwise.',
    ]);
  if (contested)
    told.push([
      'critical',
      `${candidates.length} agents claim to be this PC, and only one can be. Compare the fingerprint with the one that the agent on the PC itself shows, and approve that one.`,
    ]);
  if (told.length === 0) told.push(['ok', 'Host name and serial number are those of the register.']);
  if (!showedkey) told.push(['info', 'It did not show the shared key.']);
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
