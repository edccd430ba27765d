import { countryNameOf, err, isCidr, isIp, ok, type Result } from '@comet/foundation';
import type { ParamsOf } from '@comet/tunnel-protocol';
import { type BlockListName, blockListNames, isProgram, proxyModes } from '@comet/tunnel-protocol/choices';
import { cometTexts, featureTexts as texts } from '@comet/texts/tunnel';

type Named =
  | 'dns.set'
  | 'block-lists.set'
  | 'server.set'
  | 'pause'
  | 'resume'
  | 'auto-connect.set'
  | 'post-quantum.set'
  | 'network.trust'
  | 'network.distrust'
  | 'split.list'
  | 'split.set'
  | 'split.add'
  | 'split.remove'
  | 'proxy.list'
  | 'proxy.add'
  | 'proxy.remove';

/** A command of the daemon's protocol, as words of `comet` become it. */
export type Feature = { readonly [N in Named]: { readonly command: N; readonly params: ParamsOf<N> } }[Named];

type Parsed = Result<Feature, string>;

/** A command line that is none of those which every user meets; null when it is of no feature either. */
export function parseFeature([command, ...rest]: readonly string[]): Parsed | null {
  switch (command) {
    case 'pause': {
      const seconds = rest.length === 1 ? secondsOf(rest[0] ?? '') : null;
      return seconds === null ? err(texts.pauseForm) : ok({ command, params: { seconds } });
    }
    case 'resume':
      return rest[0] === undefined ? ok({ command, params: {} }) : err(cometTexts.tooMany(rest[0]));
    case 'trust': {
      const name = rest.join(' ').trim();
      if (name !== '' && !isName(name)) return err(texts.networkForm);
      return ok({ command: 'network.trust', params: { name: name === '' ? null : name } });
    }
    case 'distrust': {
      const name = rest.join(' ').trim();
      return isName(name) ? ok({ command: 'network.distrust', params: { name } }) : err(texts.networkForm);
    }
    case 'split':
      return parseSplit(rest);
    case 'proxy':
      return parseProxy(rest);
    default:
      return null;
  }
}

/** `90s`, `15m`, `2h` in seconds; null for anything else, and for less than ten seconds or more than a day. */
function secondsOf(text: string): number | null {
  const [, digits, unit] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const seconds = Number(digits ?? 0) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1);
  return seconds >= 10 && seconds <= 86_400 ? seconds : null;
}

/** Counted as the protocol counts, in UTF-16's units. */
function isName(text: string): boolean {
  return text.length <= 60 && /^[^\p{C}]+$/u.test(text);
}

/** What `comet set` is given, the name of a setting first; null when it is no feature's. */
export function parseSetting([name, ...values]: readonly string[]): Parsed | null {
  switch (name) {
    case 'dns':
      return parseDns(values);
    case 'block':
      return parseBlock(values);
    case 'server': {
      const server = values.join(' ').trim();
      return server === '' || server.length > 60
        ? err(texts.serverForm)
        : ok({ command: 'server.set', params: { server } });
    }
    case 'auto-connect':
    case 'post-quantum': {
      const [given, more] = values;
      const word = given?.toLowerCase();
      return more === undefined && (word === 'on' || word === 'off')
        ? ok({ command: `${name}.set`, params: { on: word === 'on' } })
        : err(cometTexts.onOrOff(`set ${name}`));
    }
    default:
      return null;
  }
}

function parseDns(values: readonly string[]): Parsed {
  if (values.length === 1 && values[0]?.toLowerCase() === 'default')
    return ok({ command: 'dns.set', params: { dns: null } });
  const fitting = values.length > 0 && values.length <= 3 && values.every(isIp);
  return fitting ? ok({ command: 'dns.set', params: { dns: { servers: [...values] } } }) : err(texts.dnsForm);
}

function parseBlock(given: readonly string[]): Parsed {
  const values = given.map((value) => value.toLowerCase());
  const none = { ads: false, trackers: false, malware: false };
  if (values.length === 1 && values[0] === 'none')
    return ok({ command: 'block-lists.set', params: { blockLists: none } });
  if (values.length === 0 || !values.every(isList)) return err(texts.blockForm);
  const chosen = Object.fromEntries(values.map((list) => [list, true]));
  return ok({ command: 'block-lists.set', params: { blockLists: { ...none, ...chosen } } });
}

function isList(word: string): word is BlockListName {
  return blockListNames.some((list) => list === word);
}

function parseSplit([verb, value, more]: readonly string[]): Parsed {
  if (verb === undefined) return ok({ command: 'split.list', params: {} });
  if (verb === 'off' || verb === 'exclude' || verb === 'include')
    return value === undefined
      ? ok({ command: 'split.set', params: { mode: verb } })
      : err(cometTexts.tooMany(value));
  const [, action, kind] = /^(add|remove)-(app|network)$/.exec(verb) ?? [];
  if (action === undefined || value === undefined || more !== undefined) return err(texts.splitForm);
  const command = action === 'add' ? 'split.add' : 'split.remove';
  if (kind === 'network')
    return isCidr(value) ? ok({ command, params: { kind, network: value } }) : err(texts.splitNetwork);
  return isProgram(value) ? ok({ command, params: { kind: 'app', path: value } }) : err(texts.splitApp);
}

function parseProxy([verb = 'list', port = '', country = '', mode = '', more]: readonly string[]): Parsed {
  const number = /^[1-9]\d{3,4}$/.test(port) ? Number(port) : 0;
  if (verb === 'list') return port === '' ? ok({ command: 'proxy.list', params: {} }) : err(texts.proxyForm);
  if ((verb !== 'add' && verb !== 'remove') || port === '' || more !== undefined) return err(texts.proxyForm);
  if (number < 1024 || number > 65_535) return err(texts.proxyPort);
  if (verb === 'remove')
    return country === '' ? ok({ command: 'proxy.remove', params: { port: number } }) : err(texts.proxyForm);
  const chosen = proxyModes.find((one) => one === mode.toLowerCase());
  if (chosen === undefined) return err(texts.proxyForm);
  if (country.toLowerCase() === 'any')
    return ok({ command: 'proxy.add', params: { port: number, country: null, mode: chosen } });
  if (!/^[a-z]{2}$/i.test(country)) return err(texts.proxyCountry);
  const code = country.toUpperCase();
  return countryNameOf(code) === null
    ? err(texts.proxyNoCountry(country))
    : ok({ command: 'proxy.add', params: { port: number, country: code, mode: chosen } });
}
