import { weekOf } from '@comet/admission';
import type { Clock } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import type { MemoryFile } from '../platform/files/state-file.ts';

export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** This machine's WireGuard key. It is made here and kept here; a new one each week, so that it does not name a person for long. */
export interface DeviceKeys {
  current(): KeyPair | null;
  /** The key, made anew when it is of another week. */
  ofThisWeek(): Promise<KeyPair>;
  /** Another key, whatever the week. Tickets for the one before are worth nothing then. */
  renew(): Promise<KeyPair>;
  isDue(): boolean;
}

export function deviceKeys(file: MemoryFile, clock: Clock): DeviceKeys {
  const isDue = (): boolean => file.current.key?.week !== weekOf(clock.now());

  async function renew(): Promise<KeyPair> {
    const key = { ...generateWireguardKeyPair(), week: weekOf(clock.now()) };
    await file.change({ key, standbyTickets: [] });
    return key;
  }

  return {
    current: () => file.current.key,
    ofThisWeek: async () => (isDue() || file.current.key === null ? renew() : file.current.key),
    renew,
    isDue,
  };
}
