/** The addresses of this machine that hosts on the internet see. */
export interface ExternalAddresses {
  /** The address that a host on the internet saw, by family; null if no response arrived. */
  readonly exit: { readonly ipv4: string | null; readonly ipv6: string | null };
  /** Addresses of the resolvers that forwarded our DNS query; empty if unknown. */
  readonly askers: string[];
}

interface VerdictInput {
  readonly connected: boolean;
  /** Most traffic is outside the tunnel by the user's settings. */
  readonly splitOff: boolean;
  /** Addresses of this machine's own links, and its external addresses without a tunnel. */
  readonly own: readonly string[];
}

type LeakKind = 'ipv4' | 'ipv6' | 'dns';

export interface Verdict {
  /** `unknown`: no external host answered. */
  readonly verdict: 'protected' | 'leaking' | 'unprotected' | 'split' | 'unknown';
  readonly leaks: LeakKind[];
}

/** Whether the visible addresses identify this machine. Missing IPv6 connectivity is no leak. */
export function verdictOn(
  { exit, askers }: ExternalAddresses,
  { connected, splitOff, own }: VerdictInput,
): Verdict {
  const nothing = exit.ipv4 === null && exit.ipv6 === null && askers.length === 0;
  const leaks: LeakKind[] = [
    ...(exit.ipv4 !== null && own.includes(exit.ipv4) ? (['ipv4'] as const) : []),
    ...(exit.ipv6 !== null && own.includes(exit.ipv6) ? (['ipv6'] as const) : []),
    ...(askers.some((asker) => own.includes(asker)) ? (['dns'] as const) : []),
  ];
  if (!connected) return { verdict: nothing ? 'unknown' : 'unprotected', leaks: [] };
  if (splitOff) return { verdict: 'split', leaks: [] };
  if (leaks.length > 0) return { verdict: 'leaking', leaks };
  return { verdict: nothing ? 'unknown' : 'protected', leaks };
}
