import { type FilterChoice, toColumnFilter } from '../../../../src/web/register/filters/filter-choices.ts';
import { ACTIONS } from '../../actions.ts';
import { actionTitle, COMMAND_STATE_LABELS, toChoices } from '../labels.ts';

/** A value of a command by which the page filters or sorts. */
type CommandValue = Parameters<typeof toColumnFilter>[0];

const STATE: CommandValue = {
  name: 'state',
  title: 'State',
  kind: 'select',
  options: toChoices(COMMAND_STATE_LABELS),
};
const ACTION: CommandValue = {
  name: 'action',
  title: 'Command',
  kind: 'select',
  options: ACTIONS.map((value) => ({ value, label: actionTitle(value) })),
};
const USER: CommandValue = { name: 'username', title: 'Started by', kind: 'text' };

/** The values of the columns of the page. */
const OWN: readonly CommandValue[] = [
  ACTION,
  { name: 'hostname', title: 'PC', kind: 'text' },
  STATE,
  { name: 'createddate', title: 'Requested', kind: 'date' },
  { name: 'output', title: 'Result', kind: 'text' },
];

const OTHER: readonly CommandValue[] = [
  { name: 'appname', title: 'Application', kind: 'text' },
  { name: 'claimeddate', title: 'Sent', kind: 'date' },
  { name: 'finisheddate', title: 'Ended', kind: 'date' },
  { name: 'durationms', title: 'Duration in ms', kind: 'number' },
  { name: 'exitcode', title: 'Exit code', kind: 'number' },
  { name: 'reason', title: 'Reason', kind: 'text' },
  { name: 'isoverride', title: 'Policy override', kind: 'boolean' },
];

/** The filter of links to failed commands. New filters by the end use its operators. */
const ENDED_SINCE: FilterChoice = { name: 'finishedsince', title: 'Ended since', kind: 'date' };

/** Returns the filters that the page offers, and those that its address may contain. */
export function listCommandFilters(seesUsers: boolean): { offered: FilterChoice[]; all: FilterChoice[] } {
  const values = [...OWN, ...(seesUsers ? [USER] : []), ...OTHER];
  const offered = values.map((value) => ({
    ...toColumnFilter(value),
    isPlain: value === STATE || value === ACTION,
  }));
  return { offered, all: [...offered, ENDED_SINCE] };
}

/** Returns the values by which the page sorts: those of its columns, and the others. */
export const listCommandSorts = (seesUsers: boolean) => ({
  own: [...OWN, ...(seesUsers ? [USER] : [])],
  other: OTHER,
});
