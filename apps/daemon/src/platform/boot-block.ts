import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FirewallPolicy } from './firewall.ts';
import { replaceFile } from './replace-file.ts';
import { firewallRules, type TunnelMarks } from './firewall-rules.ts';

/** The block of lockdown as a file for `nft -f`, for the unit that loads it before the network comes up. */
export interface BootBlock {
  /** Null takes the file away. Does nothing when it says so already. */
  keep(policy: FirewallPolicy | null): Promise<void>;
}

export function bootBlock(stateDir: string, marks: TunnelMarks, log: (line: string) => void): BootBlock {
  const path = join(stateDir, 'lockdown.nft');
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
      const text = policy === null ? null : `${firewallRules(policy, marks).text}\n`;
      turn = turn.then(() => write(text)).catch((error: unknown) => log(`boot block: ${String(error)}`));
      return turn;
    },
  };
}
