import { type Comparison, firstFit, other, type Row, same } from './table.ts';

export interface DeviceComparisons {
  serialnumber: Comparison;
  /** Agrees with one common address. */
  macaddresses: Comparison;
  /** The whole name; an address that stands for a name is compared like one. */
  name: Comparison;
}

/** What else decides. */
export interface DeviceCircumstances {
  /** A person decided that the record and another one are the same device: its reports differ. */
  merged?: boolean;
  /** Neither the report nor the record has a serial number or a MAC address. */
  bare?: boolean;
  /**
   * The record has neither, and the name tells: it is no address, not that of the model, and no other record in use of
   * the type has it.
   */
  named?: boolean;
}

/** Whether a report is of the device of a record, by serial number, MAC addresses and name. The first row that fits decides. */
export const DEVICE_ROWS: readonly Row<keyof DeviceCircumstances>[] = [
  other('! * *', 'A record keeps its serial number.'),

  same('= * *', 'A person decided that it is one device.', 'merged'),
  same('* = *', 'A person decided that it is one device.', 'merged'),
  same('* * =', 'A person decided that it is one device.', 'merged'),

  same('= = *', 'Serial number and MAC address agree.'),
  same('= * =', 'Serial number and name agree.'),
  same('= ? ?', 'Nothing else can be compared.'),
  other('= * *', 'Nothing but the serial number agrees.'),

  same('? = *', 'The MAC address agrees.'),
  other('? ! *', 'The MAC addresses differ.'),

  same('? ? =', 'Nothing but the name is known.', 'bare'),
  same('? ? =', 'The record has nothing but a name, which tells.', 'named'),
  other('? ? *', 'A name alone does not tell.'),
];

/** The row that decides. */
export const decideDevice = (
  { serialnumber, macaddresses, name }: DeviceComparisons,
  circumstances: DeviceCircumstances,
): Row<keyof DeviceCircumstances> => firstFit(DEVICE_ROWS, [serialnumber, macaddresses, name], circumstances);
