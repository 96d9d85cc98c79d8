/** What an agent hears. The credential is in the one answer that issues it. */
export interface EnrollAnswer {
  state: 'enrolled' | 'pending' | 'approved' | 'rejected' | 'blocked';
  credential: string | null;
  assetid: number | null;
  requestid: number | null;
}

/** An agent that asks, as far as that can be judged. */
export interface EnrollmentAttempt {
  hostname: string;
  serialnumber: string;
  noncehash: string;
  isKeyed: boolean;
  agentversion: string | null;
  osversion: string | null;
  address: string;
  /** Requests of one address that show no key and may wait. */
  mostPending: number;
}
