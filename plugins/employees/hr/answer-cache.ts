/**
 * A cache of the last successful result of each query. It contains at most `most` results; the one that was
 * set longest ago is dropped first.
 */
export class AnswerCache<T> {
  private readonly answers = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(question: string): T | undefined {
    return this.answers.get(question);
  }

  set(question: string, answer: T): void {
    this.answers.delete(question);
    this.answers.set(question, answer);
    if (this.answers.size > this.most) this.answers.delete(this.answers.keys().next().value!);
  }

  clear(): void {
    this.answers.clear();
  }
}
