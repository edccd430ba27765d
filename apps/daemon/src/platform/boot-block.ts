import { rm } from 'node:fs/promises';
import type { FirewallPolicy } from './firewall.ts';
import { replaceFile } from './replace-file.ts';

/** The block of lockdown in the system's own form, for what puts it in force before the network comes up. */
export interface BootBlock {
  /** Null takes it away. Does nothing when it says so already. */
  keep(policy: FirewallPolicy | null): Promise<void>;
}

/** The block as a file of rules. */
export function bootBlock(
  path: string,
  rulesOf: (policy: FirewallPolicy) => string,
  log: (line: string) => void,
): BootBlock {
  let kept: string | null | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function write(text: string | null): Promise<void> {
    if (text === kept) return;
    if (text === null) await rm(path, { force: true });
    else await replaceFile(path, text, { lasting: true });
    kept = text;
  }

  return {
    keep(policy) {
      const text = policy === null ? null : rulesOf(policy);
      turn = turn.then(() => write(text)).catch((error: unknown) => log(`boot block: ${String(error)}`));
      return turn;
    },
  };
}
