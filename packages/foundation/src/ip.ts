/** An IP address as bytes in network order: 4 of them, or 16. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly bytes: readonly number[];
}

/** An address with the length of its network part in bits. */
export interface IpPrefix {
  readonly address: IpAddress;
  readonly length: number;
}

const octet = /^(?:0|[1-9][0-9]{0,2})$/;
const hexGroup = /^[0-9A-Fa-f]{1,4}$/;

/** True for dotted decimal with four parts and no leading zeros, which some programs read as octal. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.', 5);
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255);
}

/** True for RFC 4291 text, an embedded IPv4 tail included; false for a zone (`%eth0`) or brackets. */
export function isIpv6(text: string): boolean {
  return ipv6Bytes(text) !== null;
}

/** Returns whether the text is an IPv4 or IPv6 address, without a prefix length. */
export function isIp(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

/** Parses an address; null for other texts. */
export function parseIp(text: string): IpAddress | null {
  if (isIpv4(text)) return { family: 4, bytes: text.split('.').map(Number) };
  const bytes = ipv6Bytes(text);
  return bytes === null ? null : { family: 6, bytes };
}

/** Parses `address/length`; null for other texts. Host bits may be set: `10.0.0.5/24` is also an interface's address. */
export function parseCidr(text: string): IpPrefix | null {
  const slash = text.indexOf('/');
  if (slash === -1) return null;
  const address = parseIp(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (address === null || !/^(?:0|[1-9][0-9]{0,2})$/.test(digits)) return null;
  const length = Number(digits);
  return length <= address.bytes.length * 8 ? { address, length } : null;
}

/** Returns whether the text is `address/length`; host bits may be set. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== null;
}

/** The address as text: dotted decimal, or RFC 5952's canonical form without its dotted tails. */
export function formatIp(address: IpAddress): string {
  if (address.family === 4) return address.bytes.join('.');
  const groups = Array.from(
    { length: 8 },
    (_, index) => ((address.bytes[index * 2] ?? 0) << 8) | (address.bytes[index * 2 + 1] ?? 0),
  );
  const { start, length } = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

/** The prefix as the kernel stores it, host bits cleared and in canonical text: `10.0.0.5/24` → `10.0.0.0/24`. */
export function networkOf(prefix: IpPrefix): string {
  const bytes = prefix.address.bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix.length - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return `${formatIp({ family: prefix.address.family, bytes })}/${prefix.length}`;
}

function ipv6Bytes(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = groupBytes(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? groupBytes(halves[1] ?? '', true) : [];
  if (head === null || tail === null) return null;
  const given = head.length + tail.length;
  if (halves.length === 1) return given === 16 ? head : null;
  return given <= 14 ? [...head, ...new Array<number>(16 - given).fill(0), ...tail] : null;
}

function groupBytes(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (hexGroup.test(part)) {
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    } else if (mayEndInIpv4 && index === parts.length - 1 && isIpv4(part)) {
      bytes.push(...part.split('.').map(Number));
    } else return null;
  }
  return bytes;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let index = 0; index <= groups.length; index += 1) {
    if (groups[index] === 0) continue;
    if (index - start > best.length) best = { start, length: index - start };
    start = index + 1;
  }
  return best;
}
