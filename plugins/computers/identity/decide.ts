import { acceptRow, type Comparison, type DecisionRow, findFirstFit, rejectRow } from './decision-table.ts';

export interface Comparisons {
  serialnumber: Comparison;
  uuid: Comparison;
  hostname: Comparison;
  /** Agrees with one common address. */
  macaddresses: Comparison;
}

/** Further circumstances that decide. */
export interface Circumstances {
  /** Other computers are known to report the serial number or UUID that agrees. */
  shared?: boolean;
  /** The report or the record is of a virtual machine: a clone has the serial number and UUID of its original. */
  virtual?: boolean;
  /** A person decided that the record and another one are the same computer: its reports differ. */
  merged?: boolean;
  /** The report and the record are of a container. */
  container?: boolean;
  /** The report and the record both have a serial number or a UUID. */
  strong?: boolean;
  /** The report and the record both have MAC addresses beside the common ones: these may be those of a dock. */
  docked?: boolean;
}

/**
 * Decides whether a report is of the computer of a record, by serial number, UUID, host name and MAC addresses. The first row that
 * fits decides.
 */
export const ROWS: readonly DecisionRow<keyof Circumstances>[] = [
  rejectRow('! * * *', 'A record keeps its serial number.'),

  acceptRow('= * * *', 'A person decided that it is one computer.', 'merged'),
  acceptRow('* = * *', 'A person decided that it is one computer.', 'merged'),
  acceptRow('* * = *', 'A person decided that it is one computer.', 'merged'),
  acceptRow('* * * =', 'A person decided that it is one computer.', 'merged'),

  acceptRow('* * = *', 'A container has a new adapter.', 'container'),

  acceptRow('* * * =', 'Of computers that share a serial number or UUID, the MAC address tells.', 'shared'),
  acceptRow('* * = ?', 'Of computers that share a serial number or UUID, the host name tells.', 'shared'),
  rejectRow('* * * *', 'It is another one of the computers that share a serial number or UUID.', 'shared'),

  rejectRow('= = ! !', 'It is the clone of a virtual machine.', 'virtual'),
  rejectRow('= = ! ?', 'It is the clone of a virtual machine.', 'virtual'),
  acceptRow('= = * *', 'It was installed anew, renamed or given another adapter.'),

  acceptRow('= ! = *', 'It has a new board.'),
  rejectRow('= ! * *', 'A dock or a chassis is shared: the UUIDs differ.'),
  acceptRow('? ! = =', 'It has a new board.'),
  rejectRow('? ! * *', 'The UUIDs differ.'),

  acceptRow('= ? = *', 'Serial number and host name agree.'),
  acceptRow('= ? * =', 'Serial number and MAC address agree.'),
  acceptRow('= ? ? ?', 'Nothing else can be compared.'),
  rejectRow('= ? * *', 'Nothing but the serial number agrees.'),

  acceptRow('? = = *', 'UUID and host name agree.'),
  acceptRow('? = * =', 'UUID and MAC address agree.'),
  acceptRow('? = ? ?', 'Nothing else can be compared.'),
  rejectRow('? = * *', 'Nothing but the UUID agrees.'),

  acceptRow('? ? = =', 'Host name and MAC address agree.'),
  rejectRow('? ? * =', 'Adapters move between computers.', 'strong'),
  rejectRow('? ? ! =', 'A dock is shared.', 'docked'),
  acceptRow('? ? * =', 'It was renamed.'),
  acceptRow('? ? = ?', 'Nothing but the host name can be compared.'),
  rejectRow('? ? * *', 'Nothing agrees, or the host name alone.'),
];

/** The row that decides. */
export const decide = (
  compared: Comparisons,
  circumstances: Circumstances,
): DecisionRow<keyof Circumstances> =>
  findFirstFit(ROWS, ['serialnumber', 'uuid', 'hostname', 'macaddresses'], compared, circumstances);
