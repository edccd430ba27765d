import { describeVariables } from '@comet/foundation/environment';
import { environmentHelp } from '@comet/foundation/environment-text';
import manifest from '../package.json' with { type: 'json' };
import { environment } from './environment.ts';
import { setupHelp } from './setup/help.ts';

/** Each command with its arguments and a description. */
const commands: readonly (readonly [string, string])[] = [
  [
    'serve [requests]',
    'serve requests and run background jobs, or requests only; one process must run the jobs',
  ],
  ['work', 'run background jobs, receive replies by email and serve the console, without the API'],
  ['migrate', 'update the database schema'],
  ['setup [--answers FILE]', 'set up this machine: settings, database, keys, services, site, web server'],
  [
    'doctor [--json]',
    'check settings, database, backups, clock, keys, providers, mail, certificates and disk',
  ],
  ['seed', 'add the initial plans and locations, with their prices at Paddle'],
  ['enrol-token LOCATION', 'print a single-use token for a gateway to enrol there'],
  ['recover-account EMAIL', 'undo the deletion of an account; also by ID, with a new email'],
  ['plans list|set', 'prices of plans, with free days or months'],
  ['prices list|set', 'prices of residential data, proxy traffic and dedicated IPs'],
  ['coupons list|add|set|end', 'discount codes for the first payment'],
  ['addresses list|add|remove', 'dedicated IPs in stock, by type and country'],
  ['locations list|add|set', 'locations of gateways, with their types and features'],
  [
    'gateways list|plan|drain|undrain|block-port|retire',
    'gateways; plan shows where to add or remove, drain sends them no new connections and moves clients --until TIME or --within 2h (--force for the only one of a location), block-port ends the forwarded ports of the holder of a port, retire removes one permanently',
  ],
  ['incidents list|open|update|close', 'incidents on the public status page'],
  ['exits list|show|invite|drain|stop|resume|remove|rules|cap', 'residential exits and their rules'],
  [
    'upstreams list|show|add|stop|resume|rules|cap|remove',
    'endpoints of residential providers and their rules',
  ],
  [
    'bridges list|add|remove|text|qr',
    'servers that forward to the API where it is blocked; text prints a signed text with some of them, qr its QR code',
  ],
  ['backup check', 'restore the last backup into a temporary instance and compare it; --at TIME, --json'],
  [
    'reconcile [--since TIME]',
    'after a restore: process what the payment providers have and the database lacks; --dry-run, --json',
  ],
  [
    'refund-crypto ORDER',
    'record a crypto refund that was sent, without its fee; a part with --amount 10.00',
  ],
  ['grant-days EMAIL DAYS', 'give an account free days; only once with --for TICKET or --once WORD'],
  [
    'orders list|show|fetch',
    'the latest orders, or those of --of EMAIL; show lists the payments of one, fetch reads it at its provider',
  ],
  ['jobs list|retry|discard', 'failed background jobs, by id or kind; discard needs --reason TEXT'],
  ['events list|retry', 'payment notifications that could not be processed, by id or type'],
  ['ledger', 'sums of the ledger and its archive by month, --from 2024-01 --to 2024-12; --json'],
  ['audit', 'manual actions; of one account with --of EMAIL'],
  [
    'refund ORDER',
    'refund the latest payment of an order through Paddle; a part with --amount 10.00, --end yes ends the plan',
  ],
  ['refunds list|approve|reject', 'refunds above the limit, on which a second operator decides'],
  ['shared-cards', 'trials and refunds of several accounts with matching cards'],
  ['import-store-subscriptions FILE', 'import app store subscriptions from a JSON file'],
  ['customers find TEXT', 'search accounts by the start of their email, or by ID'],
  [
    'customers ban|unban EMAIL',
    'end all sessions, tunnels and renewals of a customer, with --reason TEXT, or undo it',
  ],
  ['customers stop-data|allow-data EMAIL', 'suspend or resume the metered products of a customer'],
  ['tickets list|show|answer|close', 'support tickets and conversations'],
  [
    'operators list|add|role|remove',
    'operators of the console and their roles; add prints a link to set up access',
  ],
  ['site render', 'render the site and write the Caddyfile, into WEB_DIR'],
  ['keys init|show|check|rotate|replace-lost', 'the keys in KEYS_DIR; init creates them, once'],
  ['keys export|import FILE', 'the keys as a file encrypted with a passphrase, for replicas and backups'],
  ['nats init|leaf', 'keys, certificates and configuration files of NATS servers, into a folder'],
  ['trust', 'print what clients are shipped with: list keys and certificate authorities'],
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

/** Returns the output of `--version`, `-v` or `version`; null for other commands. */
export function versionFor(program: string, command: string | undefined): string | null {
  const isVersion = command === '--version' || command === '-v' || command === 'version';
  return isVersion ? `${program} ${manifest.version}\n` : null;
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
  if (own.length === 0)
    return `${usage(program)}\nEnvironment:\n${environmentHelp(describeVariables(environment))}`;
  const options = named === 'setup' ? `\nOptions:\n${setupHelp()}` : '';
  return `${program} COMMAND\n${own.map(line).join('')}${options}`;
}
