import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '../../../../src/web/api/queries.ts';
import type { PcCommand } from './command-query.ts';

/** Shows the parameters of a command, by name where possible. */
export function CommandSubject({ command: { action, parameters } }: { command: PcCommand }) {
  // An upgrade is sent as a script, but is not in the script register.
  if (parameters.packageid) return <span className="mw-muted">Agent {String(parameters.version)}</span>;
  if (action === 'run_script')
    return <Named path="/endpoints/scripts" id={parameters.scriptid} label="scriptname" />;
  // The title already contains the application and the version.
  if (action === 'update_app') return null;
  const details = Object.values(parameters).map(String).join(' ');
  return details && <span className="mw-muted">{details}</span>;
}

/** Shows the name of a record. Rows with the same script share one request. */
function Named({ path, id, label }: { path: string; id: unknown; label: string }) {
  const { data } = useQuery(recordQuery(path, Number(id)));
  return <span className="mw-muted">{data ? String(data[label]) : ''}</span>;
}
