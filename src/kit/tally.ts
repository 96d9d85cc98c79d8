/** Sums by name. A name whose sum is zero or less is removed, and has the sum 0 then. */
export class Tally<K> {
  private readonly sums = new Map<K, number>();

  of(name: K): number {
    return this.sums.get(name) ?? 0;
  }

  add(name: K, amount: number): void {
    const sum = this.of(name) + amount;
    if (sum > 0) this.sums.set(name, sum);
    else this.sums.delete(name);
  }
}
