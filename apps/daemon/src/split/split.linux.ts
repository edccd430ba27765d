import type { NetworkShell } from '@comet/linux-network';
import { splitRouting, splitRules, type Split } from '../platform/firewall/split-rules.ts';

/**
 * Returns split tunnelling by nftables and one routing rule (decision 51). Plans are applied one at a time; an unchanged plan is skipped.
 */
export function linuxSplit(shell: NetworkShell): Split {
  let inForce: string | null = null;
  let turn: Promise<void> = Promise.resolve();
  return {
    apply(plan) {
      const batch = splitRules(plan);
      const done = turn.then(async () => {
        // The same text may identify another cgroup that was recreated with the same path.
        const whole = plan.mode === 'off' ? 'nothing' : JSON.stringify(plan);
        if (whole === inForce) return;
        await shell.applyNft(batch);
        await shell.runIp(splitRouting('rule-delete'), { ignoreErrors: true });
        if (plan.mode !== 'off') await shell.runIp(splitRouting('rule-add'));
        inForce = whole;
      });
      turn = done.catch(() => undefined);
      return done;
    },
  };
}
