import type { DaemonSettings, Metering } from '@comet/tunnel-protocol';

interface MeteredNetworkParts {
  /** The system's value for the current network. */
  readonly read: () => Promise<Metering>;
  readonly settings: () => Pick<DaemonSettings, 'metered'>;
}

/** Whether traffic of the current network costs money or is limited. */
export interface MeteredNetwork {
  /** The user's choice, otherwise the system's value at the last reading. */
  current(): Metering;
  /** Whether optional traffic (downloads of updates, cover traffic) must pause. False while it is unknown. */
  isMetered(): boolean;
  /** Reads the system's value again: after a change of the network, and before a decision. */
  refresh(): Promise<void>;
  /** Call it after a change of the settings. */
  settingsChanged(): void;
  /** Calls `listener` with `isMetered` whenever it changes. Returns a function that ends this. */
  onChange(listener: (isMetered: boolean) => void): () => void;
}

export function createMeteredNetwork({ read, settings }: MeteredNetworkParts): MeteredNetwork {
  const listeners = new Set<(isMetered: boolean) => void>();
  let system: Metering = 'unknown';
  let readings = 0;
  let announced = false;

  const current = (): Metering => {
    const { metered } = settings();
    return metered === 'automatic' ? system : metered;
  };
  const isMetered = () => current() === 'yes';

  function announce(): void {
    const now = isMetered();
    if (now === announced) return;
    announced = now;
    for (const listener of listeners) listener(now);
  }

  return {
    current,
    isMetered,
    async refresh() {
      readings += 1;
      const reading = readings;
      const value = await read().catch((): Metering => 'unknown');
      if (reading !== readings) return;
      system = value;
      announce();
    },
    settingsChanged: announce,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
