/** Answer to an enrollment call. Only the answer that issues the credential contains it. */
export interface EnrollAnswer {
  state: 'enrolled' | 'pending' | 'approved' | 'rejected' | 'blocked';
  credential: string | null;
  assetid: number | null;
  requestid: number | null;
}

/** An enrollment call with cleaned texts. The caller claims the host name and the serial number. */
export interface EnrollmentAttempt {
  hostname: string;
  serialnumber: string;
  noncehash: string;
  /** True when the call contains the valid shared key. */
  isKeyed: boolean;
  agentversion: string | null;
  osversion: string | null;
  address: string;
  /** Maximum number of pending requests from one address without the shared key. */
  mostPending: number;
}
