import { rm } from 'node:fs/promises';
import { inTurn } from '@comet/foundation';
import type { FirewallPolicy } from './firewall.ts';
import { replaceFile } from './replace-file.ts';
import { writeUntilKept } from './write-until-kept.ts';

/** The block of lockdown in the system's own form, for what puts it in force before the network comes up. */
export interface BootBlock {
  /** Null takes it away. Does nothing when it says so already. Resolves with whether it says so now; where not, it is tried again each minute. */
  keep(policy: FirewallPolicy | null): Promise<boolean>;
}

/** The block as a file of rules. */
export function bootBlock(
  path: string,
  rulesOf: (policy: FirewallPolicy) => string,
  log: (line: string) => void,
): BootBlock {
  let wanted: string | null = null;
  let kept: string | null | undefined;
  const next = inTurn();

  async function write(): Promise<void> {
    const text = wanted;
    if (text === kept) return;
    if (text === null) await rm(path, { force: true });
    else await replaceFile(path, text, { lasting: true });
    kept = text;
  }

  const save = writeUntilKept(path, () => next(write), log);

  return {
    keep(policy) {
      wanted = policy === null ? null : rulesOf(policy);
      return save();
    },
  };
}
