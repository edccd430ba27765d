import { type NetworkShell, openNetworkShell } from '@comet/linux-network';

/** A network shell that can be begun anew. */
export interface WarmShell extends NetworkShell {
  /**
   * Lets later commands go to fresh processes. A waiting `ip` remembers which number a link's name had; a link that was
   * made anew under its old name has another, and commands for it would go astray.
   */
  renew(): void;
}

export function warmShell(open: () => NetworkShell = openNetworkShell): WarmShell {
  let current = open();
  return {
    applyNft: (batch) => current.applyNft(batch),
    runIp: (commands, options) => current.runIp(commands, options),
    renew() {
      void current.close();
      current = open();
    },
    close: () => current.close(),
  };
}
