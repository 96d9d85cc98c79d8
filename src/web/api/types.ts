/** A row of any register: ids are numbers, the rest as its descriptor says. */
export type RegisterRecord = Record<string, unknown>;
