import { environmentHelp } from '@comet/foundation/environment';
import { environment } from './environment.ts';

/** Each command with its arguments and a description. */
const commands: readonly (readonly [string, string])[] = [
  [
    'serve [requests]',
    'answer requests and do the work in the background, or answer only: one process must do the work',
  ],
  ['migrate', "bring the database's schema up to date"],
  ['seed', 'add the first plans and locations, and their prices at Paddle'],
  ['enrol-token LOCATION', 'print a one-time token with which a gateway enrols there'],
  ['recover-account EMAIL', 'undo the deletion of an account; an id and a new address may be given instead'],
  ['plans list|set', 'what plans cost, with how many free days or months'],
  ['prices list|set', 'what data, traffic and addresses cost'],
  ['coupons list|add|set|end', 'codes that take something off the first payment'],
  ['addresses list|add|remove', 'the addresses in stock, by type and country'],
  ['locations list|add|set', 'where gateways stand, what kind of a place it is and what it is good for'],
  ['gateways list|retire', 'which gateways there are, and taking one out of the fleet for good'],
  ['exits list|show|invite|stop|resume|remove|rules|cap', 'lines through which residential traffic leaves'],
  [
    'upstreams list|show|add|stop|resume|rules|cap|remove',
    'endpoints of providers through which it leaves, too',
  ],
  ['refund-crypto ORDER', 'record that a payment in crypto was sent back, without its fee'],
  ['grant-days EMAIL DAYS', 'give an account free days, once with --for TICKET or --once WORD'],
  ['orders list|show', 'the latest orders, of one account with --of EMAIL, and the money of one'],
  ['audit', 'what was done by hand, about one account with --of EMAIL'],
  ['refund ORDER', 'ask Paddle for the latest payment of an order back'],
  ['shared-cards', 'trials and refunds of several accounts whose cards look alike'],
  ['import-store-subscriptions FILE', 'take what app stores have sold from a JSON file'],
  ['customers find TEXT', 'accounts by a part of their address, or by their id'],
  [
    'customers stop-data|allow-data EMAIL',
    'end what somebody does through exits and proxies, or allow it again',
  ],
  ['tickets list|show|answer|close', 'what waits for a person, and what customers wrote'],
  ['operators list|add|remove', 'who may sign in to the console; add prints a link to enrol with'],
  ['keys init|show|check|rotate|replace-lost', 'the keys in KEYS_DIR: init creates them, once'],
  ['trust', 'print what clients are shipped with: list keys and authorities'],
];

const width = 24;
const line = ([words, does]: readonly [string, string]): string => `  ${words.padEnd(width)} ${does}\n`;

/** Returns whether there is a command with this name. */
export function isCommand(name: string): boolean {
  return commands.some(([first]) => first.split(' ')[0] === name);
}

/** Returns all commands, one per line. */
export function usage(program: string): string {
  return `${program} COMMAND\n${commands.map(line).join('')}`;
}

/**
 * Returns the output of `--help`, `-h` or `help`, alone or with a command; null for other commands. It needs no environment and no
 * database, which may not be configured yet.
 */
export function helpFor(
  program: string,
  command: string | undefined,
  words: readonly (string | undefined)[],
): string | null {
  const isHelpFlag = (word: string | undefined): boolean => word === '--help' || word === '-h';
  if (command !== 'help' && !isHelpFlag(command) && !words.some(isHelpFlag)) return null;
  const named = command === 'help' || isHelpFlag(command) ? words[0] : command;
  const own = commands.filter(([first]) => first.split(' ')[0] === named);
  if (own.length === 0) return `${usage(program)}\nEnvironment:\n${environmentHelp(environment)}`;
  return `${program} COMMAND\n${own.map(line).join('')}`;
}
