import { readFile } from 'node:fs/promises';
import { hostname, release, userInfo } from 'node:os';
import { isIp, isIpv4, isIpv6 } from '@comet/foundation';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { DaemonState } from '../platform/files/daemon-state.ts';
import type { RunTool } from '../platform/system/run-tool.ts';

/** Addresses of our own rules and special addresses: they reveal nothing about the user and keep rules readable. */
const unredacted =
  /^(0\.0\.0\.0|127\..*|255\.255\.255\.255|10\.0\.0\.0|172\.16\.0\.0|192\.168\.0\.0|169\.254\.0\.0|224\.0\.0\.0|239\.255\.255\.25[01]|100\.64\.0\.1|::1?|fe80::|fc00::|ff0[25]::|ff02::[0-9a-f:]+|ff05::1:3)$/i;

/** Lengths are limited (RFC 5321 §4.5.3.1), so that every text is matched in linear time. */
const email = /[^\s"<>(),;:@]{1,64}@[^\s"<>(),;:@]{1,255}/gu;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const hardware = /\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/gi;
/** A link named by its hardware address (systemd.net-naming-scheme(7)). */
const hardwareLink = /\b(?:en|wl|ww|sl|ib)x[0-9a-f]{12}\b/gi;
/**
 * Where resolv.conf(5) and resolvectl(1) list the domains of a network; `~` marks a routing-only domain. A long list of
 * resolvectl continues in the next lines, indented and without a label.
 */
const domains =
  /^([ \t]*(?:search|domain|(?:Link \d+ \([^)\n]{1,20}\) )?DNS Domain:)[ \t]+)(\S.*(?:\n[ \t]{8,200}[^\s:]+(?:[ \t]+[^\s:]+)*[ \t]*$)*)/gim;
/** The TLS server name of a resolver (resolved.conf(5)): with many services it is specific to the customer. */
const resolverName = /(?<=[0-9a-f:.%\w]#)[a-z0-9._-]+/gi;
/** Keys, tokens, tickets, hashes: long runs of base64, base64url or hexadecimal digits, with the dots between their parts. */
const secret = /[A-Za-z0-9+/_-]{22,}={0,2}(?:\.[A-Za-z0-9+/_=-]{8,})*/g;
const address6 =
  /(?:(?<![\w:.])|(?<=[a-z]{3}:))(?:[0-9a-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4})(?![\w:.]{0,40}[0-9a-f]:)/gi;
const address4 = /(?<!\d|\d\.)(?:\d{1,3}\.){3}\d{1,3}(?![\d])/g;
const home = /\/(home|Users)\/[^/\s"':]+/g;

/**
 * Returns a function that redacts texts: `known` secrets and names first, then email, IP and hardware addresses, everything that looks like
 * an identifier or a key. The same value gets the same number everywhere, so that related values stay recognisable.
 */
export function redactor(known: readonly string[]): (text: string) => string {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const name = (kind: string, value: string): string => {
    const present = numbers.get(`${kind} ${value}`);
    if (present !== undefined) return present;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `<${kind} ${count}>`;
    numbers.set(`${kind} ${value}`, made);
    return made;
  };
  const exact = [...new Set(known.filter((value) => value !== ''))].sort(
    (one, other) => other.length - one.length,
  );

  return (text) => {
    let clean = text;
    for (const value of exact)
      for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]))
        clean = clean.replaceAll(literalPattern(form), () => name('private', value));
    return clean
      .replaceAll(
        domains,
        (_, label: string, names: string) =>
          label + names.replaceAll(/[^\s~]+/g, (one) => name('domain', one)),
      )
      .replaceAll(resolverName, (found) => name('name', found.toLowerCase()))
      .replaceAll(email, (found) => name('email', found.toLowerCase()))
      .replaceAll(home, (_, folder: string) => `/${folder}/<user>`)
      .replaceAll(uuid, (found) => name('id', found.toLowerCase()))
      .replaceAll(hardwareLink, (found) => name('link', found.toLowerCase()))
      .replaceAll(hardware, (found) => name('mac', found.toLowerCase()))
      .replaceAll(address6, (found) => {
        const text6 = found.toLowerCase();
        return isIpv6(text6) && !unredacted.test(text6) ? name('ipv6', text6) : found;
      })
      .replaceAll(address4, (found) =>
        isIpv4(found) && !unredacted.test(found) ? name('ipv4', found) : found,
      )
      .replaceAll(secret, (found) =>
        found.length >= 40 || /\d/.test(found) ? name('secret', found) : found,
      );
  };
}

/**
 * Matches a text in any case, since resolvers print lower case; a text of one or two characters only as a whole word, to keep the report
 * readable.
 */
function literalPattern(text: string): RegExp {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(text.length >= 3 ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}

export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Maximum number of characters of a file; of a longer one the end is kept. */
const maxPartLength = 40_000;

/** The files of a report about the network, with the command that fills each. */
export type ReportCommands = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * Collects the data about this machine that support needs, and redacts everything that identifies a person, a machine, a network or a key.
 * The user reads the report before it is sent.
 */
export async function gatherReport(parts: {
  readonly version: string;
  readonly daemonState: DaemonState;
  readonly snapshot: Snapshot;
  readonly journal: readonly string[];
  readonly resolvConf: string;
  readonly commands: ReportCommands;
  readonly run: RunTool;
}): Promise<ReportFile[]> {
  const { daemonState, snapshot, run } = parts;
  const redact = redactor(privateValues(daemonState));
  const read = (path: string) => readFile(path, 'utf8').catch(() => 'not there\n');
  const outputs = await Promise.all(
    Object.entries(parts.commands).map(async ([name, [command, ...args]]) => {
      const { code, stdout, stderr } = await run(command, args);
      return { name, text: code === 0 ? stdout : `${command} ended with ${code ?? 'no code'}: ${stderr}` };
    }),
  );
  const system = {
    comet: parts.version,
    kernel: release(),
    node: process.version,
    os: await read('/etc/os-release'),
  };
  // Locations and addresses are not needed for support; statistics stay on the machine.
  const noNames = { nameLists: [], allowedNames: [], splitDns: [] };
  const state = {
    ...snapshot,
    settings: { ...snapshot.settings, locationLists: [], profiles: [], networkRules: [], ...noNames },
    ...{ profile: undefined, networkRule: undefined },
    ...{ seen: null, next: null, favourites: [], recents: [], budgetAlert: undefined },
  };
  return [
    { name: 'system.json', text: JSON.stringify(system, null, 2) },
    { name: 'state.json', text: JSON.stringify(state, null, 2) },
    { name: 'journal.txt', text: parts.journal.join('\n') },
    { name: 'resolv.conf', text: await read(parts.resolvConf) },
    ...outputs,
  ].map(({ name, text }) => ({ name, text: redact(text).slice(-maxPartLength) }));
}

/** Returns every private value in the daemon's state. */
function privateValues({
  account,
  logoutNotices,
  key,
  appIdentifier,
  standbyTickets,
  settings,
  lastGateway,
  apiAccess: { proxy, shadowsocks, bridgeTexts },
}: DaemonState): readonly string[] {
  return [
    appIdentifier,
    ...(account === null ? [] : [account.accessToken, account.email, account.deviceId, account.deviceName]),
    ...logoutNotices.flatMap(({ accessToken, deviceId }) => [accessToken, deviceId]),
    ...(key === null ? [] : [key.privateKey, key.publicKey]),
    ...standbyTickets.flatMap(({ ticket, publicKey }) => [ticket, publicKey]),
    ...[...settings.trustedNetworks, ...settings.networkRules].flatMap(({ id, name }) => [id, name]),
    ...settings.splitTunnel.apps,
    ...settings.nameLists.map(({ source }) => source),
    ...settings.allowedNames,
    ...settings.splitDns.map(({ domain }) => domain),
    ...[...settings.locationLists, ...settings.profiles].map(({ name }) => name),
    // As with `resolverName`: with many services the host or the path is specific to the customer.
    ...[settings, ...settings.profiles]
      .flatMap(({ dns }) => dns?.servers ?? [])
      .filter((server) => !isIp(server)),
    ...(lastGateway === null ? [] : [lastGateway]),
    ...(proxy?.login ? [proxy.login.user, proxy.login.password] : []),
    ...(shadowsocks === null ? [] : [shadowsocks.host, shadowsocks.password]),
    ...bridgeTexts,
    hostname(),
    // Also the first label of the host name, which may contain the user's name.
    ...hostname().split('.', 1),
    ...(userInfo().username === 'root' ? [] : [userInfo().username]),
  ];
}
