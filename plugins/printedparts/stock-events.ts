/** The kinds of stock moves with their labels. */
export const STOCK_EVENTS = { take: 'Taken', receive: 'Received', adjust: 'Adjusted' } as const;
export type StockEvent = keyof typeof STOCK_EVENTS;

/** The accepted file extensions of print files, from slicers and CAD programs. */
export const PRINT_EXTENSIONS = [
  'stl',
  '3mf',
  'gcode',
  'gco',
  'bgcode',
  'step',
  'stp',
  'obj',
  'amf',
] as const;
