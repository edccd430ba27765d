import type { ChildProcess, StdioOptions } from 'node:child_process';

export type LabHostName =
  | 'inet'
  | 'router'
  | 'gw-nl'
  | 'gw-jp'
  | 'client'
  | 'exit-us'
  | 'router-de'
  | 'exit-de';

/** A machine of the lab: a network namespace with its addresses. */
export interface LabHost {
  name: LabHostName;
  /** Name in `ip netns`: `comet-ID-client`. */
  namespace: string;
  ipv4: string;
  ipv6: string;
  /** Name of the interface that leads towards the internet, as seen inside the namespace. */
  uplink: string;
}

/** The addresses of one web server of the lab's internet; each is a URL that ends in a slash. */
export interface SiteUrl {
  ipv4: string;
  ipv6: string;
  name: string;
}

/** A DNS query that a resolver of the lab received, in the order of arrival. */
export interface DnsQuery {
  /** ISO 8601, UTC. */
  at: string;
  /** The client's address as seen by the resolver, after any NAT. */
  from: string;
  /** Lower case, without the closing dot. */
  name: string;
  /** `A`, `AAAA`, `TXT`… or `TYPE123` for types that have no name here. */
  type: string;
  transport: 'udp' | 'tcp';
  /** The resolver's address that received the query: 192.168.77.1 and 2001:db8:77::1 are the LAN's. */
  server: string;
}

export interface SpawnOptions {
  /** Added to this process's environment and to the host's own (`LabDescription.env`). */
  env?: Record<string, string>;
  cwd?: string;
  stdio?: StdioOptions;
  /** Starts the command in its own process group, so that Ctrl-C in the terminal does not reach it. */
  detached?: boolean;
}

export interface ExecOptions {
  env?: Record<string, string>;
  /** Timeout in ms after which the command and its children are killed; `code` is then null. */
  timeoutMs?: number;
  /** Written to standard input, which is then closed. */
  input?: string;
}

export interface ExecResult {
  /** Null if a signal or the time limit ended the command. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running tcpdump. A packet is one line of its output, from its first 512 bytes, with numeric addresses and ports. */
export interface Capture {
  /** Returns the packets captured so far. */
  packets(): string[];
  /** Ends the capture after all packets that passed the filter were read; returns them. Throws if the kernel dropped packets. */
  stop(): Promise<string[]>;
}

/** JSON description by which another process attaches to an existing lab; stored in `stack.json`. */
export interface LabDescription {
  id: string;
  /** Absolute path of the folder for the resolvers' query logs. */
  stateDir: string;
  hosts: Record<LabHostName, LabHost>;
  echoUrl: SiteUrl;
  otherSiteUrl: SiteUrl;
  /** Environment variables of every command on that host, such as COMET_SOCKET on the client. */
  env?: Partial<Record<LabHostName, Record<string, string>>>;
}

export interface Lab {
  readonly id: string;
  readonly hosts: Record<LabHostName, LabHost>;
  /** Returns the client's address and a line feed; see `echo-server.ts` for `json`, `bytes/N` and `sink`. */
  readonly echoUrl: SiteUrl;
  /** The same server at another address, as a second site. */
  readonly otherSiteUrl: SiteUrl;
  /** Starts a command on a host. The child's pid is the command's own. */
  spawn(host: LabHostName, argv: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Runs a command on a host until it exits. A failing command is a result, not an error. */
  exec(host: LabHostName, argv: readonly string[], options?: ExecOptions): Promise<ExecResult>;
  /** Captures on an interface of a host; resolves when the capture is active. `filter` is in the syntax of pcap-filter(7). */
  capture(host: LabHostName, iface: string, filter: string): Promise<Capture>;
  /** Returns all queries to the resolvers since the lab was created. */
  dnsQueries(): Promise<DnsQuery[]>;
  describe(): LabDescription;
  /** Ends every process in the lab and removes its namespaces and their folders in /etc/netns. */
  destroy(): Promise<void>;
}

export interface LabOptions {
  /** 1 to 6 lower-case letters or digits; part of the namespace names. */
  id: string;
  /** Existing or new folder for query logs and the servers' error output. */
  stateDir: string;
  /** Unix socket of the control plane; http://api.comet.test/ (203.0.113.10) is relayed to it. */
  apiSocket?: string;
  /** Unix socket of a server of the app's releases; http://releases.comet.test/ (203.0.113.11) is relayed to it. */
  releasesSocket?: string;
  /** Path of the unix socket to create for an HTTP CONNECT proxy into the lab's internet. */
  connectProxySocket?: string;
}

/** Whether this machine can run a lab; if not, the reason and the remedy. */
export type LabPrerequisites = { ok: true } | { ok: false; reason: string; remedy: string };

export interface UplinkOptions {
  /** Path of the unix socket to create. A stale one is replaced. */
  socket: string;
  target: { host: string; port: number };
}

export interface Uplink {
  close(): Promise<void>;
}
