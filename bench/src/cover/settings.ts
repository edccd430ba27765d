/** A tunnel whose traffic is classified. */
export interface TunnelSetting {
  readonly name: string;
  readonly title: string;
  /** `direct`: WireGuard's own datagrams; otherwise those of `comet-transport`. */
  readonly transport: 'direct' | 'scrambled' | 'scrambled with cover traffic';
  readonly mtu: number;
  /** Seconds from one visit to the next: the attacker sees all of them. With cover traffic, until its bursts have ended. */
  readonly spacing: number;
  /** Whether the pages must be recognised, or must not be. */
  readonly expects: 'recognised' | 'hidden';
}

/** In the order of the table. */
export const tunnelSettings: readonly TunnelSetting[] = [
  {
    name: 'wireguard',
    title: 'WireGuard',
    transport: 'direct',
    mtu: 1420,
    spacing: 2.5,
    expects: 'recognised',
  },
  {
    name: 'scrambled',
    title: 'scrambled WireGuard',
    transport: 'scrambled',
    mtu: 1420,
    spacing: 2.5,
    expects: 'recognised',
  },
  {
    name: 'cover',
    title: 'scrambled WireGuard with cover traffic',
    transport: 'scrambled with cover traffic',
    mtu: 1340,
    // A burst may take 7 s. WireGuard's keepalive follows 10 s after the last data that nothing has answered, and waits for up to 3 s.
    spacing: 14,
    expects: 'hidden',
  },
];
