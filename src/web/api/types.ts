/** A row of any register. IDs are numbers; the descriptor defines the other values. */
export type RegisterRecord = Record<string, unknown>;
