import { parseCidr } from '@comet/foundation';

/**
 * Networks of split tunnelling had no bound: `0.0.0.0/0` sent everything outside of the tunnel. Those that cover a prefix shorter than /8
 * (IPv4) or /16 (IPv6) are removed, and where several do so together, all of that family.
 */
export function removeWideSplitNetworks(
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { splitTunnel } = settings;
  if (!isRecord(splitTunnel) || !Array.isArray(splitTunnel['networks'])) return { ...settings };
  const kept = splitTunnel['networks'].filter((network) => {
    const prefix = prefixOf(network);
    return prefix === null || prefix.length >= minPrefix[prefix.address.family];
  });
  const networks = kept.filter((network) => {
    const family = prefixOf(network)?.address.family;
    return family === undefined || !coverTooMuch(kept, family);
  });
  return { ...settings, splitTunnel: { ...splitTunnel, networks } };
}

const minPrefix = { 4: 8, 6: 16 } as const;

/** Whether both halves of a prefix that is one bit too short are covered completely. */
function coverTooMuch(networks: readonly unknown[], family: 4 | 6): boolean {
  const whole = minPrefix[family];
  const bits = networks.flatMap((network) => {
    const prefix = prefixOf(network);
    if (prefix?.address.family !== family) return [];
    const text = prefix.address.bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return [text.slice(0, prefix.length)];
  });
  const isCovered = (prefix: string, parts: readonly string[]): boolean =>
    parts.some((part) => prefix.startsWith(part)) ||
    (parts.length > 0 &&
      ['0', '1'].every((bit) => {
        const half = prefix + bit;
        return isCovered(
          half,
          parts.filter((part) => part.startsWith(half)),
        );
      }));
  return [...new Set(bits.map((part) => part.slice(0, whole - 1)))].some((prefix) =>
    isCovered(
      prefix,
      bits.filter((part) => part.startsWith(prefix)),
    ),
  );
}

function prefixOf(network: unknown): ReturnType<typeof parseCidr> {
  return typeof network === 'string' ? parseCidr(network) : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
