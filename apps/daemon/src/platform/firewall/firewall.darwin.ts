import type { Log } from '@comet/foundation/log';
import type { Firewall } from './firewall.ts';
import { pfRules } from './pf-rules.ts';
import { mustRun, type RunTool } from '../system/run-tool.ts';

/** Below the anchor that the system's pf.conf evaluates, so that no system file has to change. */
export const pfAnchor = 'com.apple/comet';

/**
 * The packet filter of macOS by pfctl(8). Rules are loaded into our anchor in one transaction, then pf is enabled if it is off,
 * then its connection states are flushed: it would allow earlier connections. A step that fails leaves the rules of
 * the steps before it, which block no less.
 */
export function darwinFirewall(run: RunTool, log: Log): Firewall {
  const exec = mustRun(run);
  /** pf's reference token. The token of an earlier process is lost; pf then stays enabled, without our rules. */
  let token: string | null = null;

  async function enable(): Promise<void> {
    if (/^Status: Enabled/m.test(await exec('pfctl', ['-s', 'info']))) return;
    const { code, stdout, stderr } = await run('pfctl', ['-E']);
    if (code !== 0) throw new Error(`pfctl -E: ${stderr.trim() || 'no output'}`);
    token = /^Token : (\d+)$/m.exec(`${stdout}\n${stderr}`)?.[1] ?? token;
  }

  /** Rules in an anchor that is not evaluated have no effect. */
  async function isAnchorEvaluated(): Promise<boolean> {
    return /^anchor "com\.apple\/\*"/m.test(await exec('pfctl', ['-s', 'rules']));
  }

  async function removeRules(): Promise<void> {
    await exec('pfctl', ['-a', pfAnchor, '-F', 'rules']);
    if (token === null) return;
    const held = token;
    token = null;
    const { code, stderr } = await run('pfctl', ['-X', held]);
    if (code !== 0) log.error({ reason: stderr.trim() }, 'pf cannot be disabled');
  }

  return {
    async apply(policy) {
      if (policy === null) return removeRules();
      await exec('pfctl', ['-a', pfAnchor, '-f', '-'], pfRules(policy));
      if (!(await isAnchorEvaluated()))
        throw new Error(
          `pf does not evaluate the anchor com.apple/*, so no traffic is blocked: see /etc/pf.conf`,
        );
      await enable();
      await exec('pfctl', ['-F', 'states']);
    },
    isInForce: async () => (await run('pfctl', ['-a', pfAnchor, '-s', 'rules'])).stdout.trim() !== '',
  };
}
