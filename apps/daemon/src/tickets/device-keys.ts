import { weekOf } from '@comet/admission';
import type { Clock } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import type { StateFile } from '../platform/files/state-file.ts';

export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * This machine's WireGuard key. It is created here and never leaves the machine; a new one each week limits how long it identifies a user.
 */
export interface DeviceKeys {
  current(): KeyPair | null;
  /** Returns the key; creates a new one in another week. */
  ofThisWeek(): Promise<KeyPair>;
  /** Creates a new key. Tickets for the previous one become invalid. */
  renew(): Promise<KeyPair>;
  isDue(): boolean;
}

/** Returns this machine's key, which is stored in `file`. A new key also deletes the stand-by tickets of the previous one. */
export function deviceKeys(file: StateFile, clock: Clock): DeviceKeys {
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
