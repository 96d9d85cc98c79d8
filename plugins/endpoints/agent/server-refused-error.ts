import type { ApplianceResponse } from './connection.ts';

/** The server said no. */
export class ServerRefusedError extends Error {
  constructor(readonly answer: ApplianceResponse) {
    super(answer.message ?? `The server answered ${answer.status}.`);
  }

  /** The credential has ended: the next step is to enroll, and soon. */
  get isEnded(): boolean {
    return this.answer.code === 'CREDENTIAL_INVALID';
  }

  /** To say the same again would change nothing. */
  get isFinal(): boolean {
    return this.answer.status < 500 && this.answer.status !== 429 && !this.isEnded;
  }
}
