/** What people read of each move of the stock. */
export const STOCK_EVENTS = { take: 'Taken', receive: 'Received', adjust: 'Adjusted' } as const;
export type StockEvent = keyof typeof STOCK_EVENTS;

/** What slicers and CAD programs write, by the ends of their names. */
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
