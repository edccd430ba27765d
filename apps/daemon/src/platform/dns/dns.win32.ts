import { taskQueue, isIpv4 } from '@comet/foundation';
import type { Dns } from './dns.ts';
import { address, link as linkName } from '../system/rule-tokens.ts';
import { mustRun, type RunTool, powershell, windowsPrograms } from '../system/run-tool.ts';

/** Identifies our rule, also for a later process: the rule survives a restart of the machine. */
const mark = 'Comet VPN';
const forgetRule = `Get-DnsClientNrptRule | Where-Object Comment -eq '${mark}' | Remove-DnsClientNrptRule -Force`;

/**
 * Sets resolvers of the tunnel's link, and a rule of the name resolution policy that sends every query (`.`) to them: without it Windows
 * queries all links at once and uses the first response.
 */
export function windowsDns(run: RunTool, link: string): Dns {
  linkName(link);
  const exec = mustRun(run);
  const next = taskQueue();
  const { netsh } = windowsPrograms;

  async function setResolvers(servers: readonly string[]): Promise<void> {
    for (const family of ['ipv4', 'ipv6'] as const) {
      const own = servers.filter((server) => isIpv4(server) === (family === 'ipv4'));
      for (const [index, server] of own.entries())
        await exec(netsh, [
          ...['interface', family, index === 0 ? 'set' : 'add', 'dnsservers', `name=${link}`],
          ...(index === 0
            ? ['source=static', `address=${server}`, 'register=none']
            : [`address=${server}`, `index=${index + 1}`]),
          'validate=no',
        ]);
    }
    const all = servers.map((server) => `'${server}'`).join(',');
    await powershell(
      run,
      `${forgetRule}\nAdd-DnsClientNrptRule -Namespace '.' -NameServers ${all} -Comment '${mark}'\nClear-DnsClientCache`,
    );
  }

  return {
    use: (servers) => next(() => setResolvers(servers.map(address))),
    restore: () =>
      next(async () => {
        await powershell(run, `${forgetRule}\nClear-DnsClientCache`);
        // Without the link our configuration no longer exists.
        for (const family of ['ipv4', 'ipv6'])
          await run(netsh, ['interface', family, 'set', 'dnsservers', `name=${link}`, 'source=dhcp']);
      }),
  };
}
