import { err, ok, type Result } from '@comet/foundation';
import { hostNames, isLabId } from '../addresses.ts';
import type { LabHostName } from '../lab.ts';

export type LabCommand =
  | { do: 'exec'; state: string; host: LabHostName; argv: string[] }
  | { do: 'hosts'; state: string }
  | { do: 'destroy'; id: string }
  | { do: 'help' };

export const usage = `Usage: npm run lab -- exec HOST -- COMMAND…   run a command on a host of the lab
       npm run lab -- hosts                   show the hosts and their addresses
       npm run lab -- destroy ID              remove what a crashed lab left behind
Options: --state DIR   the state folder of the running stack (default .comet)
Hosts:   ${hostNames.join(', ')}`;

/** Parses the arguments after `lab`; the error is a sentence. */
export function readArguments(args: readonly string[]): Result<LabCommand, string> {
  const { state, rest } = takeState(args);
  if (state === undefined) return err('--state needs a folder.');
  const [verb, subject, ...more] = rest;
  switch (verb) {
    case 'hosts':
      return ok({ do: 'hosts', state });
    case 'destroy':
      if (subject === undefined || !isLabId(subject)) return err('Say which lab to destroy: its id.');
      return ok({ do: 'destroy', id: subject });
    case 'exec': {
      const host = hostNames.find((name) => name === subject);
      if (subject === undefined || subject === '--') return err('Say on which host to run the command.');
      if (host === undefined)
        return err(`There is no host "${subject}"; the hosts are ${hostNames.join(', ')}.`);
      const argv = more[0] === '--' ? more.slice(1) : more;
      if (argv.length === 0) return err(`Say what to run on ${host}, after "--".`);
      return ok({ do: 'exec', state, host, argv });
    }
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return ok({ do: 'help' });
    default:
      return err(`There is no command "${verb}".`);
  }
}

/** Removes `--state DIR` from the arguments before `--`; those after it belong to the command. */
function takeState(args: readonly string[]): { state: string | undefined; rest: string[] } {
  const end = args.indexOf('--');
  const ours = end === -1 ? args.length : end;
  const at = args.findIndex((word, place) => place < ours && /^--state(=|$)/.test(word));
  const option = args[at];
  if (at === -1 || option === undefined) return { state: '.comet', rest: [...args] };
  const inline = option.startsWith('--state=');
  const state = inline ? option.slice('--state='.length) : at + 1 < ours ? args[at + 1] : undefined;
  return { state: state || undefined, rest: args.toSpliced(at, inline ? 1 : 2) };
}
