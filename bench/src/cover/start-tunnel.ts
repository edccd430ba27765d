import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Lab, LabHostName } from '@comet/lab';
import { execOrThrow, startManualClient, startManualServer } from '../tunnels/manual-wireguard.ts';
import type { TunnelSetting } from './settings.ts';

/** Programs of a tunnel, by path. */
export interface TunnelPrograms {
  readonly wireguardGo: string;
  readonly transport: string;
}

const gateway: LabHostName = 'gw-nl';
const wireguardPort = 51_820;
const scrambledPort = 51_821;

/**
 * Starts a tunnel between the lab's client and gateway that carries the client's traffic to the internet host: two wireguard-go, and both
 * ends of `comet-transport` as the agent and `cometd` start them. `links` are names of the two devices that are unique on this machine.
 * Returns the UDP port of the gateway that an observer sees.
 */
export async function startTunnel(
  lab: Lab,
  setting: TunnelSetting,
  programs: TunnelPrograms,
  links: { readonly server: string; readonly client: string },
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  await execOrThrow(lab, gateway, ['sysctl', '-q', '-w', 'net.ipv4.ip_forward=1']);
  const server = await startManualServer(lab, programs.wireguardGo, links.server, wireguardPort);
  const client = await startManualClient(lab, programs.wireguardGo, server, links.client);
  await execOrThrow(lab, gateway, ['ip', 'link', 'set', links.server, 'mtu', String(setting.mtu)]);
  await execOrThrow(lab, 'client', ['ip', 'link', 'set', links.client, 'mtu', String(setting.mtu)]);
  const scrambled =
    setting.transport === 'direct' ? null : await startScrambled(lab, setting, programs.transport, links);
  return {
    port: scrambled === null ? wireguardPort : scrambledPort,
    async stop() {
      await scrambled?.stop();
      await client.down();
      await server.down();
    },
  };
}

async function startScrambled(
  lab: Lab,
  { transport }: TunnelSetting,
  program: string,
  links: { readonly server: string; readonly client: string },
): Promise<{ stop(): Promise<void> }> {
  const [serverKey, clientKey] = [
    await publicKey(lab, gateway, links.server),
    await publicKey(lab, 'client', links.client),
  ];
  const { ipv4 } = lab.hosts[gateway];
  const address = `${ipv4}:${scrambledPort}`;
  const cover = transport === 'scrambled' ? {} : { cover: true };
  const server = await startProgram(lab, gateway, [program, 'server'], {
    to: `127.0.0.1:${wireguardPort}`,
    public_key: hex(serverKey),
    listeners: [{ kind: 'scrambled', address, ...cover }],
  });
  server.child.stdin?.write(`${JSON.stringify({ add: [hex(clientKey)] })}\n`);
  const client = await startProgram(lab, 'client', [program, 'client'], {
    kind: 'scrambled',
    to: address,
    server_key: hex(serverKey),
    client_key: hex(clientKey),
    ...cover,
  });
  const { listening } = JSON.parse(client.line) as { listening: { port: number } };
  const endpoint = `127.0.0.1:${listening.port}`;
  await execOrThrow(lab, 'client', ['wg', 'set', links.client, 'peer', serverKey, 'endpoint', endpoint]);
  return {
    async stop() {
      await stopProgram(client.child);
      await stopProgram(server.child);
    },
  };
}

const hex = (key: string): string => Buffer.from(key, 'base64').toString('hex');

async function publicKey(lab: Lab, host: LabHostName, link: string): Promise<string> {
  const { stdout } = await lab.exec(host, ['wg', 'show', link, 'public-key']);
  return stdout.trim();
}

/** Starts a program that reads a line of JSON and prints a line when it is ready. Rejects if it ends before. */
async function startProgram(lab: Lab, host: LabHostName, argv: readonly string[], config: unknown) {
  const child = lab.spawn(host, argv, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  child.stdin?.write(`${JSON.stringify(config)}\n`);
  const line = await firstLine(child, argv.join(' '));
  return { child, line };
}

/** Resolves with the first line of a program's output. Rejects if it ends before. */
export async function firstLine(child: ChildProcess, name: string): Promise<string> {
  if (child.stdout === null) throw new Error(`${name} has no output`);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`)));
  const line = once(createInterface({ input: child.stdout }), 'line');
  const [text] = (await Promise.race([line, ended])) as [string];
  return text;
}

/** Ends a program by the end of its input. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
