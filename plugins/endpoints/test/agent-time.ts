import type { AgentTime } from '../agent/stoppable-timer.ts';

interface Wait {
  due: number;
  wake: () => void;
}

/** The time of an agent, which a test moves. */
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

  /** When the waits end that are under way, the first one first. */
  get dues(): number[] {
    return [...this.waits].map(({ due }) => due).toSorted((a, b) => a - b);
  }

  advance(ms: number): void {
    this.at += ms;
    for (const wait of [...this.waits]) if (wait.due <= this.at) wait.wake();
  }
}
