import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from './container.ts';
import type { InstalledService } from './installed-service.ts';

interface Status {
  readonly tunnel: {
    readonly state: string;
    readonly link?: { readonly protocol: string; readonly variant?: string };
  };
}

/** User commands on a machine with the client's package. */
export function installedClient({ client, lab }: Pick<InstalledService, 'client' | 'lab'>) {
  const comet = (...args: readonly string[]): Promise<string> => client.output('comet', ...args);
  const seen = async (url: string = lab.echoUrl.ipv4): Promise<string | null> => {
    const { code, stdout } = await client.run(['curl', '-sS', '--max-time', '5', url]);
    return code === 0 ? stdout.trim() : null;
  };
  const status = async (): Promise<Status['tunnel']> =>
    (JSON.parse(await comet('status', '--json')) as Status).tunnel;
  return {
    comet,
    status,
    /** Returns the address that an internet host sees; null without a response. */
    seen,
    /** Returns whether IPv4 and IPv6 traffic leaves through the gateway. */
    async egressIsGateway(): Promise<boolean> {
      const { ipv4, ipv6 } = lab.hosts['gw-nl'];
      return (await seen(lab.echoUrl.ipv4)) === ipv4 && (await seen(lab.echoUrl.ipv6)) === ipv6;
    },
    async connectWith(protocol: string, variant = 'automatic'): Promise<void> {
      await comet('disconnect');
      await comet('set', 'protocol', protocol);
      await comet('set', 'variant', variant);
      await comet('connect', 'nl-ams');
    },
    /** Runs a command as a transient service, like desktops start programs. */
    asService: (...argv: readonly string[]): Promise<string> =>
      client.output('systemd-run', '--quiet', '--collect', '--pipe', '--wait', '--', ...argv),
  };
}

/**
 * Returns a command in which a copy of bash, as an ordinary user, repeats a request until the server sees `address`, which it prints: a
 * listed program is moved a moment after its start.
 */
export function requestsUntilSeenAs(program: string, url: string, address: string): readonly string[] {
  const tcp = `/dev/tcp/${new URL(url).hostname}/80`;
  const request = `exec 3<>${tcp} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3 || exit; sleep 0.1`;
  const repeated = `exec setpriv --reuid=65534 ${program} -c "for i in {1..60}; do ${request}; done"`;
  return ['sh', '-c', `(${repeated}) | grep -m 1 -xF ${address}`];
}

/** Returns a property of a unit, such as `MainPID`. */
export async function unitProperty(on: Container, unit: string, name: string): Promise<string> {
  return (await on.output('systemctl', 'show', '--value', `--property=${name}`, unit)).trim();
}

/** Kills the main process of a unit and returns the pid of its replacement. */
export async function killMainProcess(on: Container, unit: string): Promise<string> {
  const pid = () => unitProperty(on, unit, 'MainPID');
  const before = await pid();
  if (before === '0') throw new Error(`${unit} does not run`);
  await on.output('kill', '-9', before);
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(50)) {
    const after = await pid();
    if (after !== '0' && after !== before) return after;
  }
  throw new Error(`${unit} was not started again`);
}

/** Returns the exposure of a unit by systemd-analyze(1), from 0 to 10. */
export async function exposureOf(on: Container, unit: string): Promise<number> {
  const text = await on.output('systemd-analyze', 'security', '--no-pager', unit);
  return Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? Number.NaN);
}
