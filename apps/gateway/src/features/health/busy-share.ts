/** The processors' time since the machine started, in the kernel's ticks. */
export interface ProcessorTime {
  readonly busy: number;
  readonly all: number;
}

/** Milliseconds; what is seen of less says little. */
const shortest = 5_000;

/**
 * Of /proc/stat's first line (proc_stat(5)). What runs at a low priority gives way to the gateway, so its time counts as free; time that
 * a hypervisor took away is not there to be had. Null for what is no such line.
 */
export function processorTime(stat: string): ProcessorTime | null {
  const line = /^cpu +(\d+(?: \d+){7,})$/m.exec(stat)?.[1];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] = line
    .split(' ')
    .map(Number);
  const busy = user + system + irq + softIrq + stolen;
  return { busy, all: busy + nice + idle + waiting };
}

/**
 * How much of the processors' time was taken between two looks, in percent from 0 to 100; null before the second. Load averages say how
 * many wait, not what is left, and remember for minutes how a machine was started.
 */
export class BusyShare {
  #last: { readonly time: ProcessorTime; readonly at: number } | null = null;
  #percent: number | null = null;

  /** `now` in milliseconds. */
  look(time: ProcessorTime | null, now: number): number | null {
    if (time === null) return this.#percent;
    if (this.#last === null) this.#last = { time, at: now };
    const { time: before, at } = this.#last;
    if (now - at < shortest || time.all <= before.all) return this.#percent;
    this.#percent = Math.round((100 * Math.max(0, time.busy - before.busy)) / (time.all - before.all));
    this.#last = { time, at: now };
    return this.#percent;
  }
}
