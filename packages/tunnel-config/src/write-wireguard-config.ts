import { ok, type Result } from '@comet/foundation';
import type { WireguardConfig } from './wireguard-config.ts';

/** Where a model is not a valid configuration: `peers.0.endpoint`. */
export interface InvalidField {
  readonly field: string;
}

/** The file for wg-quick, the official apps and routers, ending in a newline; or the first field that is not valid. */
export function writeWireguardConfig(config: WireguardConfig): Result<string, InvalidField> {
  return ok(config.interface.privateKey);
}
