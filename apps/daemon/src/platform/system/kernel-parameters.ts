import { readFile } from 'node:fs/promises';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { setSysctl, sysctlPath } from '@comet/linux-network';

/**
 * Kernel parameters that a policy requires: ARP does not reveal addresses of the tunnel to the LAN (arp_ignore=2), and the
 * reverse-path filter considers the mark. They are harmless without a policy, so they stay.
 */
const parameters = [
  ['net.ipv4.conf.all.arp_ignore', '2'],
  ['net.ipv4.conf.all.src_valid_mark', '1'],
] as const;

/** Poll interval in ms. The kernel does not announce changes of these parameters (rtnetlink(7)), and /proc cannot be watched. */
const checkInterval = 2_000;

/** Keeps the kernel parameters set while they are needed, also if another program changes them. */
interface KernelParameters {
  /** Sets the parameters and checks them periodically. */
  keep(): Promise<void>;
  /** Ends the checks; the values stay. */
  release(): void;
}

/** Creates the keeper of the kernel parameters. A parameter that cannot be set is logged once, not thrown. */
export function kernelParameters(log: Log): KernelParameters {
  let timer: NodeJS.Timeout | null = null;
  const failed = new Set<string>();

  async function set(name: string, value: string, isRepair: boolean): Promise<void> {
    try {
      const found = (await readFile(sysctlPath(name), 'utf8')).trim();
      if (found === value) return;
      await setSysctl(name, value);
      if (isRepair)
        log.warn({ name, found, value }, 'A kernel parameter had changed; Comet has set it again');
      failed.delete(name);
    } catch (error) {
      if (!failed.has(name)) log.error({ name, reason: reasonOf(error) }, 'A kernel parameter cannot be set');
      failed.add(name);
    }
  }

  const setAll = async (isRepair: boolean): Promise<void> => {
    await Promise.all(parameters.map(([name, value]) => set(name, value, isRepair)));
  };

  return {
    async keep() {
      if (timer !== null) return;
      const first = setAll(false);
      timer = setInterval(() => void setAll(true), checkInterval);
      timer.unref();
      await first;
    },
    release() {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}
