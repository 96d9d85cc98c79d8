import type { AgentTime } from '../agent/stoppable-timer.ts';

interface Wait {
  due: number;
  wake: () => void;
}

/** Clock of an agent that a test advances. */
export class TestAgentTime implements AgentTime {
  private at = 0;
  private readonly waits = new Set<Wait>();

  now(): number {
    return this.at;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, wake: () => void): () => void {
    const wait = { due: this.at + ms, wake };
    this.waits.add(wait);
    return () => void this.waits.delete(wait);
  }

  /** Due times of the pending waits, earliest first. */
  get dues(): number[] {
    return [...this.waits].map(({ due }) => due).toSorted((a, b) => a - b);
  }

  advance(ms: number): void {
    this.at += ms;
    for (const wait of [...this.waits]) if (wait.due <= this.at) wait.wake();
  }
}
