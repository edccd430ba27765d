/** IPv6's least (RFC 8200 §5); what does not carry that carries no IPv6. */
export const leastMtu = 1280;
/** Sizes are tried in steps of so many bytes: WireGuard pads to 16. */
const step = 16;

/** WireGuard's header and tag, UDP, and the outer IP header: what a packet in the tunnel grows by. OpenVPN adds a little less. */
export function overheadOf(gateway: string): number {
  return (gateway.includes(':') ? 40 : 20) + 8 + 32;
}

/**
 * The largest packet, in bytes and at most `most`, that comes through the tunnel and back (RFC 4821 in small). Asks once where
 * everything fits, which is nearly everywhere; else halves its way down. A probe is believed when it passes, and when it fails twice.
 * Where not even the smallest passes the link is broken in another way, and `most` stays.
 */
export async function largestPacket(
  most: number,
  passes: (size: number) => Promise<boolean>,
): Promise<number> {
  const surely = async (size: number): Promise<boolean> => (await passes(size)) || passes(size);
  if (most <= leastMtu || (await surely(most))) return most;
  if (!(await surely(leastMtu))) return most;
  let good = leastMtu;
  let bad = most;
  while (bad - good > step) {
    const middle = good + Math.max(step, Math.floor((bad - good) / 2 / step) * step);
    if (middle >= bad) break;
    if (await surely(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
