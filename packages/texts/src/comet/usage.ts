/** What is wrong with a command line. */
export const usageTexts = {
  usage: '{problem}\nRun `comet --help` for the commands.',
  unknownCommand: 'There is no command “{word}”.',
  didYouMean: 'Did you mean `{command}`?',
  unknownOption: 'This command has no option “{word}”.',
  tooMany: '“{word}” is one word too many.',
  onOrOff: 'Say `comet {command} on` or `comet {command} off`.',
  oneOf: 'Say `comet {command}` and one of {values}.',
  settable: 'Say what to set: protocol, variant, server, dns, block, auto-connect or post-quantum.',
  needsValue: '{option} needs a value.',
  nameForm: '--name takes 1 to 60 characters, none of them invisible.',
  placeForm: 'A location is named in 60 characters at most.',
  notTogether: '{one} and {other} do not go together.',
  dedicatedForm: 'Name one of your dedicated addresses: `comet connect --dedicated 203.0.113.7`.',
  typeForm: 'Say which type: `comet locations --type` {types}.',
  serverForm: 'Say `last`, `nearest`, or a location: a code, country or city.',
  dnsForm: 'Name one to three addresses of resolvers, or `default`.',
  blockForm: 'Name one or more of ads, trackers and malware, or `none`.',
  pauseForm: 'Say how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.',
  networkForm: 'A network is named in 1 to 60 characters, none of them invisible.',
  splitForm:
    'Say `comet split`, `comet split off`, `exclude` or `include`, or `add-app PATH`, `add-network CIDR`, `remove-app`, `remove-network`.',
  splitApp: 'A program is named by its whole path, such as /usr/bin/firefox.',
  splitNetwork: 'A network is named with its length, such as 203.0.113.0/24.',
  proxyForm:
    'Say `comet proxy`, `comet proxy add PORT COUNTRY sticky`, `comet proxy add PORT COUNTRY rotating` or `comet proxy remove PORT`.',
  proxyPort: 'A port is a number from 1024 to 65535.',
  proxyCountry: 'A country is named by its two letters, such as us, or by `any`.',
  proxyNoCountry:
    'There is no country “{code}”. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.',
  commandForm: 'Say which program: `comet {word} COMMAND`.',
  commandUnknown: 'There is no program “{name}”.',
  notItself:
    '“{path}” is a script, and what runs is another program. Name that, or start it with `comet exclude` or `include`.',
  notRunnable: '“{path}” is no program: it cannot be run.',
  notText: 'A word of this command line is not valid UTF-8.',
} as const;
