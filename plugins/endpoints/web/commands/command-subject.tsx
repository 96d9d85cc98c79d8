import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '../../../../src/web/api/queries.ts';
import type { PcCommand } from './command-query.ts';

/** What a command was given, by its name where it has one. */
export function CommandSubject({ command: { action, parameters } }: { command: PcCommand }) {
  // An upgrade comes as a script that is none of the register.
  if (parameters.packageid) return <span className="mw-muted">Agent {String(parameters.version)}</span>;
  if (action === 'run_script')
    return <Named path="/endpoints/scripts" id={parameters.scriptid} label="scriptname" />;
  // Its title says both.
  if (action === 'update_app') return null;
  const told = Object.values(parameters).map(String).join(' ');
  return told && <span className="mw-muted">{told}</span>;
}

/** Rows of one script ask for its name once. */
function Named({ path, id, label }: { path: string; id: unknown; label: string }) {
  const { data } = useQuery(recordQuery(path, Number(id)));
  return <span className="mw-muted">{data ? String(data[label]) : ''}</span>;
}
