import type { IpCommand } from '../routes/ip-command.ts';
import type { NftBatch, NftFamily } from '../nftables/nft.ts';
import type { WaitingTools } from './waiting-tools.ts';
import { openWarmIp, type WarmIpOptions } from '../routes/warm-ip.ts';
import { openWarmNft } from '../nftables/warm-nft.ts';

/** `applyNft` and `runIp` with their processes started beforehand, to save milliseconds. */
export interface NetworkShell {
  /** As `applyNft`; batches are applied in the order of the calls. Resolves once the rules are in force. */
  applyNft(batch: NftBatch): Promise<void>;
  /** As `nftTableExists`, likewise in order. */
  hasNftTable(family: NftFamily, name: string): Promise<boolean>;
  /** As `runIp`, likewise in order, but continues after a failing command with the others of the same family. */
  runIp(commands: readonly IpCommand[], options?: WarmIpOptions): Promise<void>;
  /**
   * Call it before a link is created: later `ip` commands wait until the creation succeeds or fails, and run in new processes. A waiting
   * `ip` caches the index of a link; a link that was recreated under the same name has another index, and commands would not reach it.
   */
  renewAfter(made: Promise<unknown>): void;
  /** Ends the waiting processes after pending commands. */
  close(): Promise<void>;
}

/**
 * Starts a waiting `nft`, and `ip` when it is first needed, in the network namespace of the caller. Measured on two cores: a policy of 40 lines that
 * replaces another takes 0.9 ms instead of 12, six `ip` commands 0.2 instead of 1.8. `waiting`: such processes, if they run already.
 */
export function openNetworkShell(waiting?: WaitingTools): NetworkShell {
  const ip = openWarmIp(waiting);
  const nft = openWarmNft(waiting);
  return {
    applyNft: nft.apply,
    hasNftTable: nft.hasTable,
    runIp: ip.run,
    renewAfter: ip.renewAfter,
    async close() {
      await Promise.all([ip.end(), nft.end()]);
    },
  };
}
