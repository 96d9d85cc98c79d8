/** The types of addresses with their labels. */
export const COMMUNICATION_TYPES = [
  { value: 'ip', label: 'IP address' },
  { value: 'mac', label: 'MAC address' },
  { value: 'serial', label: 'Serial line' },
];
