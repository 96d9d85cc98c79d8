import type { CanonicalRecord } from '../inventory/facts.ts';

/** The identity of a computer as a report states it. */
export interface IdentityClaim
  extends Pick<CanonicalRecord, 'hostname' | 'fullhostname' | 'serialnumber' | 'uuid' | 'macaddresses'> {
  /** True when the report has no name of its own; the host name is then derived from another identifier. */
  isUnnamed?: boolean;
  vmsystem?: string;
  manufacturer?: string;
  model?: string;
}

/** A record that shares an identifier with a report of another computer. */
export interface Rival {
  assetid: number;
  /** Sentence that says what the record and the report share. */
  reason: string;
}
