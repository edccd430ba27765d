import { err, ok, type Result } from '@comet/foundation';

/** A parsed command. */
export type Command =
  | {
      readonly kind: 'join';
      readonly token: string;
      /** The owner's name, given as consent; null for a prompt. */
      readonly agree: string | null;
      readonly network: string | null;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve' }
  | { readonly kind: 'status' }
  | { readonly kind: 'carried' }
  | { readonly kind: 'pause' | 'resume' }
  | {
      readonly kind: 'cap';
      readonly caps: { bytesPerSecond: number | null; dayBytes: number | null } | 'show';
    }
  | { readonly kind: 'withdraw'; readonly sure: boolean };

const plain = ['serve', 'status', 'carried', 'pause', 'resume'] as const;

/** Parses the arguments of a command line; returns the command or the invalid argument. */
export function parseCommand(words: readonly string[]): Result<Command, string> {
  if (words.some((word) => word === '--help' || word === '-h')) return ok({ kind: 'help' });
  const [verb = 'help', ...rest] = words;
  const found = plain.find((one) => one === verb);
  if (found !== undefined) return rest[0] === undefined ? ok({ kind: found }) : err(rest[0]);
  switch (verb) {
    case 'help':
      return ok({ kind: 'help' });
    case '--version':
    case '-v':
      return ok({ kind: 'version' });
    case 'join':
      return join(rest);
    case 'cap':
      return cap(rest);
    case 'withdraw':
      return rest.length === 0 || (rest.length === 1 && rest[0] === '--yes')
        ? ok({ kind: 'withdraw', sure: rest.length === 1 })
        : err(rest[0] ?? '');
    default:
      return err(verb);
  }
}

function join([token, ...rest]: readonly string[]): Result<Command, string> {
  if (token === undefined || !/^[A-Za-z0-9_-]{1,200}$/.test(token)) return err(token ?? 'TOKEN');
  const options = optionsOf(rest, ['--agree', '--network']);
  if (!options.ok) return options;
  const { '--agree': agree = null, '--network': network = null } = options.value;
  return ok({ kind: 'join', token, agree, network });
}

function cap(words: readonly string[]): Result<Command, string> {
  if (words.length === 0) return ok({ kind: 'cap', caps: 'show' });
  if (words.length === 1 && words[0] === 'none')
    return ok({ kind: 'cap', caps: { bytesPerSecond: null, dayBytes: null } });
  const options = optionsOf(words, ['--speed', '--day']);
  if (!options.ok) return options;
  const { '--speed': speed, '--day': day } = options.value;
  const numbers = [speed, day].map((text) => (text === undefined ? null : Number(text)));
  const wrong = numbers.findIndex((number) => number !== null && !(number >= 0.1 && number <= 1_000_000));
  if (wrong !== -1) return err((wrong === 0 ? speed : day) ?? '');
  const [megabits = null, gigabytes = null] = numbers;
  return ok({
    kind: 'cap',
    caps: {
      bytesPerSecond: megabits === null ? null : Math.round(megabits * 125_000),
      dayBytes: gigabytes === null ? null : Math.round(gigabytes * 1e9),
    },
  });
}

function optionsOf<K extends string>(
  words: readonly string[],
  known: readonly K[],
): Result<Partial<Record<K, string>>, string> {
  const found: Partial<Record<K, string>> = {};
  for (let at = 0; at < words.length; at += 2) {
    const name = known.find((one) => one === words[at]);
    const value = words[at + 1];
    if (name === undefined || value === undefined || found[name] !== undefined) return err(words[at] ?? '');
    found[name] = value;
  }
  return ok(found);
}
