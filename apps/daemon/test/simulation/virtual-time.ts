import type { Clock } from '@comet/foundation';

/** A clock that jumps to the next scheduled event, so that a simulated hour of many machines takes little time. */
export interface VirtualTime {
  readonly clock: Clock;
  after(milliseconds: number, callback: () => void): () => void;
  /** Runs all events of the next `milliseconds`, in order, with their effects. */
  pass(milliseconds: number): Promise<void>;
}

export function virtualTime(start: Date): VirtualTime {
  let now = start.getTime();
  let next = 0;
  const due: { readonly at: number; readonly order: number; readonly callback: () => void }[] = [];
  const isBefore = (one: number, other: number) => {
    const [left, right] = [due[one], due[other]];
    if (left === undefined || right === undefined) return false;
    return left.at === right.at ? left.order < right.order : left.at < right.at;
  };
  const swap = (one: number, other: number) => {
    const [left, right] = [due[one], due[other]];
    if (left === undefined || right === undefined) return;
    due[one] = right;
    due[other] = left;
  };
  function put(entry: (typeof due)[number]): void {
    due.push(entry);
    for (let place = due.length - 1; place > 0 && isBefore(place, (place - 1) >> 1); place = (place - 1) >> 1)
      swap(place, (place - 1) >> 1);
  }
  function take(): (typeof due)[number] | undefined {
    swap(0, due.length - 1);
    const first = due.pop();
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const smallest = isBefore(right, left) ? right : left;
      if (!isBefore(smallest, place)) return first;
      swap(smallest, place);
      place = smallest;
    }
  }
  return {
    clock: { now: () => new Date(now) },
    after(milliseconds, callback) {
      let wanted = true;
      next += 1;
      put({ at: now + Math.max(0, milliseconds), order: next, callback: () => wanted && callback() });
      return () => {
        wanted = false;
      };
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      for (let first = due[0]; first !== undefined && first.at <= end; first = due[0]) {
        now = Math.max(now, first.at);
        take()?.callback();
        // Completes the started work that does not wait for the clock.
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = end;
    },
  };
}
