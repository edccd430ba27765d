import { isIp, parseCidr, parseIp } from '@comet/foundation';
import type { IpCommand, RouteSpec, RuleSpec } from './ip-command.ts';

/**
 * One line for `ip -batch`, and the `ip` variant for it: with `-6` only, without only, or either. Addresses determine the
 * family of most lines; rules and flushes have none.
 */
interface IpLine {
  readonly text: string;
  readonly flag: 'plain' | 'six' | 'either';
}

/** Writes a command as ip-address(8), ip-link(8), ip-route(8) or ip-rule(8) read it. Throws a TypeError on any invalid value. */
export function ipLine(command: IpCommand): IpLine {
  switch (command.kind) {
    case 'address-add':
      return address('add', command);
    case 'address-replace':
      return address('replace', command);
    case 'address-delete':
      return address('delete', command);
    case 'addresses-flush':
      return { text: `address flush dev ${link(command.link)}`, flag: 'plain' };
    case 'link-up':
      return { text: `link set dev ${link(command.link)} up`, flag: 'either' };
    case 'link-down':
      return { text: `link set dev ${link(command.link)} down`, flag: 'either' };
    case 'link-delete':
      return { text: `link delete dev ${link(command.link)}`, flag: 'either' };
    case 'link-mtu':
      return {
        text: `link set dev ${link(command.link)} mtu ${whole(command.mtu, 68, 65_535)}`,
        flag: 'either',
      };
    case 'link-group':
      return {
        text: `link set dev ${link(command.link)} group ${whole(command.group, 1, 0xffff_fffe)}`,
        flag: 'either',
      };
    case 'tun-add':
      return {
        text: `tuntap add dev ${link(command.link)} mode tun user ${whole(command.owner, 0, 0xffff_fffe)}`,
        flag: 'either',
      };
    case 'route-replace':
      return route('replace', command);
    case 'route-delete':
      return route('delete', command);
    case 'route-flush':
      return { text: `route flush table ${table(command.table)}`, flag: flagOf(command.family) };
    case 'rule-add':
      return rule('add', command);
    case 'rule-delete':
      return rule('delete', command);
  }
}

function address(verb: string, command: { address: string; link: string }): IpLine {
  const prefix = parseCidr(command.address);
  if (prefix === null) throw refused('address', command.address);
  return {
    text: `address ${verb} ${command.address} dev ${link(command.link)}`,
    flag: prefix.address.family === 4 ? 'plain' : 'either',
  };
}

function route(verb: string, spec: RouteSpec): IpLine {
  const words = ['route', verb];
  if (spec.type !== undefined)
    words.push(oneOf(spec.type, ['unicast', 'local', 'blackhole', 'unreachable', 'prohibit']));
  words.push(spec.to === 'default' ? everything(spec.family) : network(spec.to, spec.family));
  if (spec.via !== undefined) words.push('via', host(spec.via, spec.family));
  if (spec.link !== undefined) words.push('dev', link(spec.link));
  if (spec.src !== undefined) words.push('src', host(spec.src, spec.family));
  if (spec.metric !== undefined) words.push('metric', whole(spec.metric, 0, 0xffff_ffff));
  if (spec.mtu !== undefined) words.push('mtu', whole(spec.mtu, 68, 65_535));
  if (spec.table !== undefined) words.push('table', table(spec.table));
  return { text: words.join(' '), flag: spec.family === 4 ? 'plain' : 'either' };
}

function rule(verb: string, spec: RuleSpec): IpLine {
  const words = ['rule', verb];
  if (spec.not === true) words.push('not');
  words.push('from', spec.from === undefined ? 'all' : network(spec.from, spec.family));
  if (spec.to !== undefined) words.push('to', network(spec.to, spec.family));
  if (spec.fwmark !== undefined) words.push('fwmark', mark(spec.fwmark, spec.fwmarkMask));
  if (spec.uid !== undefined) {
    const uid = whole(spec.uid, 0, 0xffff_fffe);
    words.push('uidrange', `${uid}-${uid}`);
  }
  if (spec.inputLink !== undefined) words.push('iif', link(spec.inputLink));
  if (spec.outputLink !== undefined) words.push('oif', link(spec.outputLink));
  words.push('priority', whole(spec.priority, 0, 0xffff_ffff));
  if (spec.table !== undefined) words.push('lookup', table(spec.table));
  if (spec.suppressPrefixLength !== undefined)
    words.push('suppress_prefixlength', whole(spec.suppressPrefixLength, 0, 128));
  return { text: words.join(' '), flag: flagOf(spec.family) };
}

function flagOf(family: 4 | 6): 'plain' | 'six' {
  return family === 6 ? 'six' : 'plain';
}

function everything(family: 4 | 6): string {
  return family === 6 ? '::/0' : '0.0.0.0/0';
}

function link(name: string): string {
  if (!isInterfaceName(name)) throw refused('link', name);
  return name;
}

function network(text: string, family: 4 | 6): string {
  if (parseCidr(text)?.address.family !== family) throw refused(`IPv${family} prefix`, text);
  return text;
}

function host(text: string, family: 4 | 6): string {
  if (!isIp(text) || parseIp(text)?.family !== family) throw refused(`IPv${family} address`, text);
  return text;
}

function table(id: number): string {
  return whole(id, 1, 0xffff_ffff);
}

function mark(value: number, mask: number | undefined): string {
  const text = whole(value, 0, 0xffff_ffff);
  return mask === undefined ? text : `${text}/${whole(mask, 1, 0xffff_ffff)}`;
}

function whole(value: number, min: number, max: number): string {
  if (!Number.isInteger(value) || value < min || value > max) throw refused('number', String(value));
  return String(value);
}

function oneOf(value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw refused('word', value);
  return value;
}

function refused(what: string, value: string): TypeError {
  return new TypeError(`ip: refused ${what} ${JSON.stringify(value)}`);
}

/**
 * True for a link name that every tool interprets literally: letters, digits, `_`, `-` and `.`, starting with a letter or digit, at most 15
 * bytes (IFNAMSIZ). The kernel allows more; other names are refused, because they could be syntax.
 */
export function isInterfaceName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text);
}
