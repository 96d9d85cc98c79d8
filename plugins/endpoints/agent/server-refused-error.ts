import type { ApplianceResponse } from './connection.ts';

/** Error for an answer of the server other than success. */
export class ServerRefusedError extends Error {
  constructor(readonly answer: ApplianceResponse) {
    super(answer.message ?? `The appliance answered ${answer.status}.`);
  }

  /** True when the credential is no longer valid. The agent then enrolls again soon. */
  get isEnded(): boolean {
    return this.answer.code === 'CREDENTIAL_INVALID';
  }

  /** True when a repeated request would be rejected too, as far as the status tells. */
  get isFinal(): boolean {
    return this.answer.status < 500 && this.answer.status !== 429 && !this.isEnded;
  }
}
