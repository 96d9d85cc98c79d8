import { acceptRow, type Comparison, type DecisionRow, findFirstFit, rejectRow } from './decision-table.ts';

export interface DeviceComparisons {
  serialnumber: Comparison;
  /** `agrees` when the report and the record have at least one MAC address in common. */
  macaddresses: Comparison;
  /** Comparison of the names of the report and the record. Either name may be an address. */
  name: Comparison;
}

/** Further circumstances of a decision. */
export interface DeviceCircumstances {
  /**
   * True when a user decided that the record and another one are the same device. Both then report to the
   * record, so the reports may differ.
   */
  merged?: boolean;
  /**
   * True when the report and the record both have MAC addresses besides the common ones, as two devices that
   * share an address do.
   */
  docked?: boolean;
  /** True when neither the report nor the record has a distinctive serial number or MAC address. */
  bare?: boolean;
  /**
   * True when the record has no serial number and no distinctive MAC address, but a distinctive name. Such a
   * name is no address and not that of the model. It is unique among active records of the type.
   */
  named?: boolean;
}

/**
 * Decides by serial number, MAC addresses and name whether a report belongs to the device of a record. The
 * first matching row applies. Rows that need a further statement follow those that do not.
 */
export const DEVICE_ROWS: readonly DecisionRow<keyof DeviceCircumstances>[] = [
  rejectRow('! * *', 'A record keeps its serial number.'),

  acceptRow('= = *', 'Serial number and MAC address agree.'),
  acceptRow('= * =', 'Serial number and name agree.'),
  acceptRow('= ? ?', 'Nothing else can be compared.'),
  acceptRow('= * *', 'A user decided that it is one device.', 'merged'),
  rejectRow('= * *', 'Only the serial number agrees.'),

  acceptRow('? = =', 'MAC address and name agree.'),
  acceptRow('? = !', 'A user decided that it is one device.', 'merged'),
  rejectRow('? = !', 'A MAC address is shared.', 'docked'),
  acceptRow('? = *', 'The MAC address agrees.'),

  acceptRow('? ? =', 'Only the name is known.', 'bare'),
  acceptRow('? ? =', 'The record has only a name, and the name is distinctive.', 'named'),
  acceptRow('? * =', 'A user decided that it is one device.', 'merged'),
  rejectRow('? ! *', 'The MAC addresses differ.'),
  rejectRow('? ? *', 'A name alone is not sufficient.'),
];

/**
 * Returns the first row of `DEVICE_ROWS` that matches, which decides whether a report belongs to a record.
 * The last row always matches.
 */
export const decideDevice = (
  compared: DeviceComparisons,
  circumstances: DeviceCircumstances,
): DecisionRow<keyof DeviceCircumstances> =>
  findFirstFit(DEVICE_ROWS, ['serialnumber', 'macaddresses', 'name'], compared, circumstances);
