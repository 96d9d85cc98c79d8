import { acceptRow, type Comparison, type DecisionRow, findFirstFit, rejectRow } from './decision-table.ts';

export interface Comparisons {
  serialnumber: Comparison;
  uuid: Comparison;
  hostname: Comparison;
  /** `agrees` when the report and the record have at least one MAC address in common. */
  macaddresses: Comparison;
}

/** Further circumstances of a decision. */
export interface Circumstances {
  /** True when other computers also report the serial number or UUID that agrees. */
  shared?: boolean;
  /**
   * True when the report or the record is of a virtual machine. A clone has the serial number and UUID of its
   * original.
   */
  virtual?: boolean;
  /**
   * True when a user decided that the record and another one are the same computer. Both then report to the
   * record, so the reports may differ.
   */
  merged?: boolean;
  /** True when the report and the record are of a container. */
  container?: boolean;
  /** True when the report and the record both have a serial number or a UUID. */
  strong?: boolean;
  /**
   * True when the report and the record both have MAC addresses besides the common ones, which may belong to
   * a dock.
   */
  docked?: boolean;
}

/**
 * Decides by serial number, UUID, host name and MAC addresses whether a report belongs to the computer of a
 * record. The first matching row applies.
 */
export const ROWS: readonly DecisionRow<keyof Circumstances>[] = [
  rejectRow('! * * *', 'A record keeps its serial number.'),

  acceptRow('= * * *', 'A user decided that it is one computer.', 'merged'),
  acceptRow('* = * *', 'A user decided that it is one computer.', 'merged'),
  acceptRow('* * = *', 'A user decided that it is one computer.', 'merged'),
  acceptRow('* * * =', 'A user decided that it is one computer.', 'merged'),

  acceptRow('* * = *', 'A container has a new adapter.', 'container'),

  acceptRow('* * * =', 'Of computers that share a serial number or UUID, the MAC address decides.', 'shared'),
  acceptRow('* * = ?', 'Of computers that share a serial number or UUID, the host name decides.', 'shared'),
  rejectRow('* * * *', 'It is another one of the computers that share a serial number or UUID.', 'shared'),

  rejectRow('= = ! !', 'It is the clone of a virtual machine.', 'virtual'),
  rejectRow('= = ! ?', 'It is the clone of a virtual machine.', 'virtual'),
  acceptRow('= = * *', 'It was reinstalled, renamed or got another adapter.'),

  acceptRow('= ! = *', 'It has a new board.'),
  rejectRow('= ! * *', 'A dock or a chassis is shared: the UUIDs differ.'),
  acceptRow('? ! = =', 'It has a new board.'),
  rejectRow('? ! * *', 'The UUIDs differ.'),

  acceptRow('= ? = *', 'Serial number and host name agree.'),
  acceptRow('= ? * =', 'Serial number and MAC address agree.'),
  acceptRow('= ? ? ?', 'Nothing else can be compared.'),
  rejectRow('= ? * *', 'Only the serial number agrees.'),

  acceptRow('? = = *', 'UUID and host name agree.'),
  acceptRow('? = * =', 'UUID and MAC address agree.'),
  acceptRow('? = ? ?', 'Nothing else can be compared.'),
  rejectRow('? = * *', 'Only the UUID agrees.'),

  acceptRow('? ? = =', 'Host name and MAC address agree.'),
  rejectRow('? ? * =', 'Adapters move between computers.', 'strong'),
  rejectRow('? ? ! =', 'A dock is shared.', 'docked'),
  acceptRow('? ? * =', 'It was renamed.'),
  acceptRow('? ? = ?', 'Only the host name can be compared.'),
  rejectRow('? ? * *', 'Nothing or only the host name agrees.'),
];

/**
 * Returns the first row of `ROWS` that fits the comparisons and circumstances. The row decides whether a
 * report belongs to a record.
 */
export const decide = (
  compared: Comparisons,
  circumstances: Circumstances,
): DecisionRow<keyof Circumstances> =>
  findFirstFit(ROWS, ['serialnumber', 'uuid', 'hostname', 'macaddresses'], compared, circumstances);
