import { isIpv4, isPort } from '@comet/foundation';

type Check = (text: string) => boolean;

/** Reads variables by their names. A bad one reads as something that is not to be used: what is wrong with it is among the faults. */
export interface EnvironmentReader {
  /** One sentence for each bad variable, in the order in which they were read. */
  readonly faults: readonly string[];
  /** Without `otherwise` the variable must be set. An empty one counts as absent. */
  text(name: string, otherwise: string | null, good: Check, what: string): string;
  optional(name: string, good: Check, what: string): string | null;
  /** An absolute path. */
  path(name: string, otherwise: string | null): string;
  optionalPath(name: string): string | null;
  port(name: string, otherwise: number): number;
  /** A port at which something listens that has no rights. */
  unprivilegedPort(name: string, otherwise: number): number;
  /** The number of a user that is no person and no service of the system's. */
  user(name: string, otherwise: number, whose?: string): number;
  oneOf<const W extends string>(name: string, otherwise: W, words: readonly W[]): W;
  /** Notes what is wrong with variables that are good by themselves. */
  blame(fault: string): void;
}

export function readEnvironment(env: Readonly<Record<string, string | undefined>>): EnvironmentReader {
  const faults: string[] = [];

  function text(name: string, otherwise: string | null, good: Check, what: string): string {
    const given = env[name] === undefined || env[name] === '' ? otherwise : env[name];
    if (given === null) faults.push(`${name} is not set: it must be ${what}.`);
    else if (!good(given)) faults.push(`${name} must be ${what}.`);
    return given ?? '';
  }

  function optional(name: string, good: Check, what: string): string | null {
    return env[name] === undefined || env[name] === '' ? null : text(name, null, good, what);
  }

  function port(name: string, otherwise: number): number {
    return Number(text(name, String(otherwise), isPortText, 'a port, 1 to 65535'));
  }

  return {
    faults,
    text,
    optional,
    port,
    path: (name, otherwise) => text(name, otherwise, isAbsolute, 'an absolute path'),
    optionalPath: (name) => optional(name, isAbsolute, 'an absolute path'),
    unprivilegedPort(name, otherwise) {
      const number = port(name, otherwise);
      if (number < 1024) faults.push(`${name} must be 1024 or more: what listens there has no rights.`);
      return number;
    },
    user: (name, otherwise, whose = 'a user') =>
      Number(text(name, String(otherwise), isUserId, `the number of ${whose}, 1000 to 4294967290`)),
    oneOf(name, otherwise, words) {
      const given = text(
        name,
        otherwise,
        (word) => words.some((one) => one === word),
        `one of ${words.join(', ')}`,
      );
      return words.find((one) => one === given) ?? otherwise;
    },
    blame(fault) {
      faults.push(fault);
    },
  };
}

/** A range with both ends included, all of it without rights, or null. */
export function portRange(text: string): { readonly first: number; readonly last: number } | null {
  const [, from, to] = /^(\d{4,5})-(\d{4,5})$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return isPort(first) && isPort(last) && first >= 1024 && first <= last ? { first, last } : null;
}

/** The name of a network interface. */
export function isLink(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text);
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Packets from the tunnel cannot be redirected to 127.0.0.0/8 without opening the loopback to everyone. */
export function isReachableIpv4(text: string): boolean {
  return isIpv4(text) && !text.startsWith('127.') && text !== '0.0.0.0';
}

function isAbsolute(text: string): boolean {
  return text.startsWith('/');
}

function isPortText(text: string): boolean {
  return /^\d+$/.test(text) && isPort(Number(text));
}

function isUserId(text: string): boolean {
  return /^\d{4,10}$/.test(text) && Number(text) >= 1000 && Number(text) <= 4_294_967_290;
}
