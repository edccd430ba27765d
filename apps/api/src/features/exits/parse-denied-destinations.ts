import { isCidr } from '@comet/foundation';

const maxRules = 64;

interface Denied {
  readonly deniedPorts?: number[];
  readonly deniedNetworks?: string[];
  readonly deniedNames?: string[];
}

/** Reads the lists that are given: denied destinations. An empty list denies nothing. */
export function parseDeniedDestinations({
  ports,
  networks,
  names,
}: Readonly<Partial<Record<'ports' | 'networks' | 'names', string>>>): Denied {
  const denied = {
    ...(ports === undefined ? {} : { deniedPorts: readPorts(ports) }),
    ...(networks === undefined ? {} : { deniedNetworks: readNetworks(networks) }),
    ...(names === undefined ? {} : { deniedNames: readNames(names) }),
  };
  if (Object.keys(denied).length === 0)
    throw new Error('Specify what to block: --ports, --networks, --names');
  return denied;
}

/** `25,6667`. */
function readPorts(text: string): number[] {
  return each(text, (word) => {
    const port = Number(word);
    if (!/^\d{1,5}$/.test(word) || port < 1 || port > 65_535) throw new Error(`Not a port: ${word}`);
    return port;
  });
}

/** `198.51.100.0/24,2001:db8::/32`. */
function readNetworks(text: string): string[] {
  return each(text, (word) => {
    if (!isCidr(word)) throw new Error(`Not a network such as 198.51.100.0/24: ${word}`);
    return word;
  });
}

/** `example.com,bank.example`: domains, including all their subdomains. */
function readNames(text: string): string[] {
  return each(text.toLowerCase(), (word) => {
    if (word.length > 253 || !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(word))
      throw new Error(`Not a domain such as bank.example: ${word}`);
    return word;
  });
}

function each<T>(text: string, read: (word: string) => T): T[] {
  const words = [...new Set(text.split(',').filter((word) => word !== ''))];
  if (words.length > maxRules) throw new Error(`At most ${maxRules} are possible`);
  return words.map(read);
}
