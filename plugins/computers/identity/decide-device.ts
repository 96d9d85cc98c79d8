import { acceptRow, type Comparison, type DecisionRow, findFirstFit, rejectRow } from './decision-table.ts';

export interface DeviceComparisons {
  serialnumber: Comparison;
  /** Agrees with one common address. */
  macaddresses: Comparison;
  /** The whole name; an address that stands for a name is compared like one. */
  name: Comparison;
}

/** Further circumstances that decide. */
export interface DeviceCircumstances {
  /** A person decided that the record and another one are the same device: its reports differ. */
  merged?: boolean;
  /** The report and the record both have MAC addresses beside the common ones: two devices share an address. */
  docked?: boolean;
  /** Neither the report nor the record has a serial number or a MAC address that identifies anything. */
  bare?: boolean;
  /**
   * The record has neither, and the name tells: it is no address, not that of the model, and no other record in use of
   * the type has it.
   */
  named?: boolean;
}

/**
 * Decides whether a report is of the device of a record, by serial number, MAC addresses and name. The first row that fits decides.
 * Rows that need a further statement come after those that do without.
 */
export const DEVICE_ROWS: readonly DecisionRow<keyof DeviceCircumstances>[] = [
  rejectRow('! * *', 'A record keeps its serial number.'),

  acceptRow('= = *', 'Serial number and MAC address agree.'),
  acceptRow('= * =', 'Serial number and name agree.'),
  acceptRow('= ? ?', 'Nothing else can be compared.'),
  acceptRow('= * *', 'A person decided that it is one device.', 'merged'),
  rejectRow('= * *', 'Nothing but the serial number agrees.'),

  acceptRow('? = =', 'MAC address and name agree.'),
  acceptRow('? = !', 'A person decided that it is one device.', 'merged'),
  rejectRow('? = !', 'A MAC address is shared.', 'docked'),
  acceptRow('? = *', 'The MAC address agrees.'),

  acceptRow('? ? =', 'Nothing but the name is known.', 'bare'),
  acceptRow('? ? =', 'The record has nothing but a name, which tells.', 'named'),
  acceptRow('? * =', 'A person decided that it is one device.', 'merged'),
  rejectRow('? ! *', 'The MAC addresses differ.'),
  rejectRow('? ? *', 'A name alone does not tell.'),
];

/** The row that decides. */
export const decideDevice = (
  compared: DeviceComparisons,
  circumstances: DeviceCircumstances,
): DecisionRow<keyof DeviceCircumstances> =>
  findFirstFit(DEVICE_ROWS, ['serialnumber', 'macaddresses', 'name'], compared, circumstances);
