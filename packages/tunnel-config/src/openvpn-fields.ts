import { isIpv4, parseCidr } from '@comet/foundation';

/** Relative to the folder of the file, or absolute; never upwards, and no text that could be an option. */
function isPath(text: string): boolean {
  return (
    text.length <= 200 &&
    /^\/?[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*$/.test(text) &&
    !text.split('/').some((part) => part === '..' || part.startsWith('-'))
  );
}

/**
 * The valid forms of values in an OpenVPN configuration. None of them allows a space, a quote, a backslash, `#`, `;` or a line's end, the
 * only characters with a meaning for openvpn(8), so a value cannot be interpreted as anything else.
 */
export const openvpnFields = {
  link: (text: string) => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text),
  serverName: (text: string) =>
    text.length <= 64 && /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?(?:\.[a-z0-9-]{1,63})+$/.test(text),
  path: isPath,
  /** The longest path of a unix socket on Linux is 107 bytes. */
  socketPath: (text: string) => text.startsWith('/') && text.length <= 107 && isPath(text),
  /** One line of an inline file: the content of a service credential, and never the line that closes the file. */
  credential: (text: string) => /^[A-Za-z0-9_-]{1,128}$/.test(text),
  transport: (text: string) => text === 'udp' || text === 'tcp',
  network4: (text: string) => {
    const cidr = parseCidr(text);
    return (
      cidr?.address.family === 4 && cidr.length >= 16 && cidr.length <= 29 && isIpv4(text.split('/')[0] ?? '')
    );
  },
  network6: (text: string) => {
    const cidr = parseCidr(text);
    return cidr?.address.family === 6 && cidr.length >= 64 && cidr.length <= 124;
  },
} as const satisfies Record<string, (text: string) => boolean>;

/** A whole number in range, as a number: `"1194 "` is invalid. */
export function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** The mask of an IPv4 prefix length: 16 → 255.255.0.0. */
export function maskOf(length: number): string {
  const bits = (0xffff_ffff << (32 - length)) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}
