import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import { advfirewallRules, holdEverything, type Rule } from './advfirewall-rules.ts';
import type { Firewall } from './firewall.ts';
import { mustRun, type RunTool, powershell, windowsPrograms } from '../system/run-tool.ts';

/** All rules of a kind bear one name, by which they are taken away together. */
const names = { policy: 'CometVPN', hold: 'CometVPN-hold' } as const;

const standing = z.object({
  profiles: z.array(z.object({ Name: z.string(), Enabled: z.int(), AllowLocalFirewallRules: z.int() })),
  held: z.int(),
});

/** The effective settings of the firewall. `Enabled` and the other: 1 yes, 0 no, 2 not configured. */
const question = `@{
  profiles = @(Get-NetFirewallProfile -PolicyStore ActiveStore | ForEach-Object { @{ Name = "$($_.Name)"; Enabled = [int]$_.Enabled; AllowLocalFirewallRules = [int]$_.AllowLocalFirewallRules } })
  held = @(Get-NetFirewallRule -PolicyStore ActiveStore -DisplayName '${names.hold}' -ErrorAction SilentlyContinue).Count
} | ConvertTo-Json -Compress -Depth 3`;

/**
 * Windows' own firewall by netsh. It has no transactions, so everything is held back first, by rules of another name; then the policy's rules
 * take the place of those before them; then what held is let go. Whatever fails or dies on the way leaves everything held. Rules
 * outlive a restart of the machine, and so a lockdown does. Where the firewall is off, or takes no rules of this machine, that is said
 * instead of believing in a block.
 */
export function windowsFirewall(run: RunTool): Firewall {
  const say = mustRun(run);
  const rules = ['advfirewall', 'firewall'];

  async function add(name: string, words: Rule): Promise<void> {
    const fixed = ['action=block', 'profile=any', 'enable=yes'];
    await say(windowsPrograms.netsh, [...rules, 'add', 'rule', `name=${name}`, ...fixed, ...words]);
  }

  const isThere = async (name: string): Promise<boolean> =>
    (await run(windowsPrograms.netsh, [...rules, 'show', 'rule', `name=${name}`])).code === 0;

  /** netsh tells "there is none" and "it did not go" by the same code, so it is looked for afterwards. */
  async function remove(name: string): Promise<void> {
    await run(windowsPrograms.netsh, [...rules, 'delete', 'rule', `name=${name}`]);
    if (await isThere(name)) throw new Error(`netsh: the rules ${name} do not go`);
  }

  async function mustHold(): Promise<void> {
    const found = standing.safeParse(jsonOf(await powershell(run, question)));
    if (!found.success) throw new Error('Windows does not say whether its firewall is on');
    const idle = found.data.profiles.find(
      ({ Enabled, AllowLocalFirewallRules }) => Enabled !== 1 || AllowLocalFirewallRules === 0,
    );
    if (idle !== undefined || found.data.profiles.length === 0)
      throw new Error(`Windows' firewall is off, or takes no rules of ours (${idle?.Name ?? 'no profile'})`);
    if (found.data.held === 0) throw new Error("Windows' firewall did not take our rules");
  }

  return {
    async apply(policy) {
      if (policy === null) {
        await remove(names.policy);
        await remove(names.hold);
        return;
      }
      // What cannot be written is refused before anything is touched.
      const wanted = advfirewallRules(policy);
      for (const rule of holdEverything) await add(names.hold, rule);
      await mustHold();
      await remove(names.policy);
      for (const rule of wanted) await add(names.policy, rule);
      await remove(names.hold);
    },
    isInForce: async () => (await isThere(names.policy)) || isThere(names.hold),
  };
}
