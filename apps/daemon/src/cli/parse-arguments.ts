import { locationTypes } from '@comet/contract/location-types';
import { err, isIp, ok, type Result } from '@comet/foundation';
import { cometTexts as texts, exitTexts, featureTexts } from '@comet/texts/tunnel';
import {
  type ProtocolChoice,
  protocolChoices,
  type VariantChoice,
  variantChoices,
} from '@comet/tunnel-protocol/choices';
import { type Feature, parseFeature, parseSetting } from './features.ts';

export type Invocation =
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'logout' | 'account' | 'disconnect' | 'settings' | 'update' }
  | { readonly command: 'locations'; readonly type?: string }
  | { readonly command: 'login'; readonly email: string | null; readonly name: string | null }
  | {
      readonly command: 'connect';
      readonly location: string | null;
      readonly via?: string;
      readonly dedicated?: string;
    }
  | { readonly command: 'status'; readonly as: 'text' | 'json' | 'watch' }
  | { readonly command: 'lockdown' | 'lan'; readonly on: boolean }
  | { readonly command: 'set'; readonly choice: 'protocol'; readonly value: ProtocolChoice }
  | { readonly command: 'set'; readonly choice: 'variant'; readonly value: VariantChoice }
  | { readonly command: 'feature'; readonly feature: Feature }
  | { readonly command: 'exclude' | 'include'; readonly program: readonly string[] }
  | { readonly command: 'check' }
  | { readonly command: 'report'; readonly file: string | null };

/** What the words after `comet` ask for, or a sentence that says what is wrong with them. */
export function parseArguments(words: readonly string[]): Result<Invocation, string> {
  const [command = '--help', ...rest] = words;
  // What follows is another program's command line, whatever it holds.
  if (command === 'exclude' || command === 'include')
    return rest[0] === undefined || rest[0].startsWith('-')
      ? err(featureTexts.commandForm(command))
      : ok({ command, program: rest });
  if (rest.includes('--help') || rest.includes('-h')) return ok({ command: 'help' });
  switch (command) {
    case '--help':
    case '-h':
    case 'help':
      return ok({ command: 'help' });
    case '--version':
    case '-V':
      return ok({ command: 'version' });
    case 'logout':
    case 'account':
    case 'disconnect':
    case 'settings':
    case 'update':
    case 'check':
      return rest[0] === undefined ? ok({ command }) : err(surplus(rest[0]));
    case 'report': {
      const [file = null, more] = rest;
      if (more !== undefined) return err(surplus(more));
      return file?.startsWith('-') === true ? err(surplus(file)) : ok({ command, file });
    }
    case 'locations':
      return parseLocations(rest);
    case 'connect':
      return parseConnect(rest);
    case 'status':
      return parseStatus(rest);
    case 'login':
      return parseLogin(rest);
    case 'set':
      return parseSet(rest);
    case 'lockdown':
    case 'lan': {
      const [given, more] = rest;
      if (more !== undefined) return err(surplus(more));
      const word = given?.toLowerCase();
      return word === 'on' || word === 'off'
        ? ok({ command, on: word === 'on' })
        : err(texts.onOrOff(command));
    }
    default: {
      const feature = parseFeature(words);
      if (feature !== null) return asInvocation(feature);
      return err(command.startsWith('-') ? texts.unknownOption(command) : texts.unknownCommand(command));
    }
  }
}

function parseLocations(rest: readonly string[]): Result<Invocation, string> {
  const [first, ...more] = rest;
  if (first === undefined) return ok({ command: 'locations' });
  const [option, inline] = splitOption(first);
  const [type = inline, surplusWord] = inline === undefined ? more : [inline, ...more];
  if (option !== '--type') return err(surplus(option));
  if (surplusWord !== undefined) return err(surplus(surplusWord));
  if (type === undefined || type === '') return err(texts.needsValue('--type'));
  const named = locationTypes.find((each) => each === type.toLowerCase().replaceAll('-', '_'));
  return named === undefined
    ? err(exitTexts.typeForm(locationTypes))
    : ok({ command: 'locations', type: named });
}

/** `--dedicated ADDRESS`, and nothing beside it. */
function parseDedicated(rest: readonly string[]): Result<Invocation, string> {
  const [option, inline] = splitOption(rest[0] ?? '');
  const [address, more] = inline === undefined ? rest.slice(1) : [inline, ...rest.slice(1)];
  if (option !== '--dedicated' || address === undefined || more !== undefined)
    return err(exitTexts.dedicatedForm);
  return isIp(address)
    ? ok({ command: 'connect', location: null, dedicated: address })
    : err(exitTexts.dedicatedForm);
}

/** Several words are one place: `comet connect new york`. */
function parseConnect(rest: readonly string[]): Result<Invocation, string> {
  if (rest.some((word) => word.startsWith('--dedicated'))) return parseDedicated(rest);
  const at = rest.findIndex((word) => word === '--via' || word.startsWith('--via='));
  const places = at === -1 ? rest : rest.slice(0, at);
  const option = places.find((word) => word.startsWith('-'));
  if (option !== undefined) return err(texts.unknownOption(option));
  const location = places.join(' ').trim();
  const via =
    at === -1
      ? null
      : rest
          .slice(at)
          .join(' ')
          .replace(/^--via[= ]?/, '')
          .trim();
  if (via === '' || via?.startsWith('-') === true) return err(texts.needsValue('--via'));
  if (location.length > 60 || (via?.length ?? 0) > 60) return err(texts.placeForm);
  return ok({
    command: 'connect',
    location: location === '' ? null : location,
    ...(via === null ? {} : { via }),
  });
}

function parseStatus(rest: readonly string[]): Result<Invocation, string> {
  const strange = rest.find((word) => word !== '--json' && word !== '--watch');
  if (strange !== undefined) return err(surplus(strange));
  const json = rest.includes('--json');
  const watch = rest.includes('--watch');
  if (json && watch) return err(texts.notTogether('--json', '--watch'));
  return ok({ command: 'status', as: json ? 'json' : watch ? 'watch' : 'text' });
}

function asInvocation(feature: Result<Feature, string>): Result<Invocation, string> {
  return feature.ok ? ok({ command: 'feature', feature: feature.value }) : feature;
}

function parseSet(words: readonly string[]): Result<Invocation, string> {
  const feature = parseSetting(words);
  if (feature !== null) return asInvocation(feature);
  const [choice, value, more] = words;
  if (more !== undefined) return err(surplus(more));
  if (choice === 'protocol') {
    const chosen = protocolChoices.find((one) => one === value?.toLowerCase());
    return chosen === undefined
      ? err(texts.oneOf('set protocol', protocolChoices))
      : ok({ command: 'set', choice, value: chosen });
  }
  if (choice === 'variant') {
    const chosen = variantChoices.find((one) => one === value?.toLowerCase());
    return chosen === undefined
      ? err(texts.oneOf('set variant', variantChoices))
      : ok({ command: 'set', choice, value: chosen });
  }
  return err(texts.settable);
}

function parseLogin(rest: readonly string[]): Result<Invocation, string> {
  const given: Record<string, string> = {};
  const left = [...rest];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [option, inline] = splitOption(word);
    if (option !== '--email' && option !== '--name') return err(surplus(option));
    const value = inline ?? left.shift();
    if (value === undefined || value.trim() === '') return err(texts.needsValue(option));
    given[option] = value;
  }
  const name = given['--name']?.trim();
  if (name !== undefined && !/^[^\p{C}]{1,60}$/u.test(name)) return err(texts.nameForm);
  return ok({ command: 'login', email: given['--email']?.trim() ?? null, name: name ?? null });
}

/** `--email=ada@example.com` and `--email ada@example.com` are the same. */
function splitOption(word: string): [string, string?] {
  const equals = word.indexOf('=');
  return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function surplus(word: string): string {
  return word.startsWith('-') ? texts.unknownOption(word) : texts.tooMany(word);
}
