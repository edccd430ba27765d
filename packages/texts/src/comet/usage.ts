/** Errors in a command line. */
export const usageTexts = {
  usage: '{problem}\nRun `comet --help` for the commands.',
  unknownCommand: 'Unknown command “{word}”.',
  didYouMean: 'Did you mean `{command}`?',
  unknownOption: 'Unknown option “{word}”.',
  tooMany: 'Unexpected argument “{word}”.',
  onOrOff: 'Use `comet {command} on` or `comet {command} off`.',
  oneOf: 'Use `comet {command}` with one of {values}.',
  settable:
    'Choose a setting: protocol, variant, port, wireguard-over, server, dns, block, auto-connect, post-quantum, metered, statistics or data-budget.',
  needsValue: '{option} needs a value.',
  nameForm: '--name must be 1-60 printable characters.',
  placeForm: 'A location must be 60 characters or fewer.',
  notTogether: '{one} can’t be used with {other}.',
  deviceForm: 'Enter the name or id of a device: `comet devices remove NAME`.',
  dedicatedForm: 'Use one of your dedicated IPs: `comet connect --dedicated 203.0.113.7`.',
  typeForm: 'Choose a type: `comet locations --type` {types}.',
  serverForm: 'Use `last`, `nearest`, `random`, the name of a list, or a location: a code, country or city.',
  dnsForm:
    'Enter one to three DNS servers, or `default`. A server is an IP address, or a URL that begins with tls://, https:// or quic://.',
  blockForm: 'Choose one or more of ads, trackers, malware, adult, gambling and social, or `none`.',
  monthForm: 'Enter a month as YYYY-MM, such as 2026-11.',
  budgetForm: 'Enter a data budget in MB, GB or TB, such as 50GB, or `off`.',
  pauseForm: 'Choose how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.',
  networkForm: 'A network name must be 1-60 printable characters.',
  splitForm:
    'Use `comet split`, `comet split off`, `exclude` or `include`, or `add-app PATH`, `add-network CIDR`, `remove-app`, `remove-network`.',
  splitApp: 'Enter the full path of an app, such as /usr/bin/firefox.',
  splitNetwork: 'Enter a network with its prefix length, such as 203.0.113.0/24.',
  proxyForm:
    'Use `comet proxy`, `comet proxy add PORT COUNTRY sticky`, `comet proxy add PORT COUNTRY rotating`, `comet proxy add-location LOCATION`, `comet proxy add-location LOCATION PORT` or `comet proxy remove PORT`.',
  proxyPort: 'A port must be a number from 1024 to 65535.',
  proxyCountry: 'Use a two-letter country code, such as us, or `any`.',
  proxyNoCountry:
    'Unknown country “{code}”. Use a two-letter ISO 3166-1 code: us, or gb for the United Kingdom.',
  forwardForm:
    'Use `comet forward`, `comet forward add tcp PORT` or `comet forward remove tcp PORT`, with tcp or udp.',
  apiForm:
    'Use `comet api`, `comet api test`, `comet api add SERVER`, `comet api remove METHOD` or `comet api use METHOD`.',
  apiAdditionForm:
    'Add a bridge text, the https address of a file with one, a Shadowsocks address (ss://…), or a SOCKS5 proxy such as socks5://192.0.2.10:1080.',
  apiProxyForm:
    'Use the IP address of a proxy, such as socks5://192.0.2.10:1080, or socks5://USER@192.0.2.10:1080. The password is requested separately.',
  forwardPort: 'A port must be a number from 1 to 65535.',
  dnsListsForm:
    'Use `comet dns block add URL`, `comet dns block add FILE`, `comet dns block remove LIST`, `comet dns block update`, `comet dns allow add DOMAIN`, `comet dns allow remove DOMAIN`, `comet dns split add DOMAIN ADDRESS`, `comet dns split remove DOMAIN` or `comet dns counts`.',
  domainForm: 'Enter a domain such as example.com.',
  splitServerForm: 'Enter the IP address of a DNS server, such as 10.0.0.53.',
  allowedForm: 'Enter a domain such as example.com, or the https URL of a list.',
  listsForm:
    'Use `comet lists`, `comet lists add NAME LOCATION…`, `comet lists remove NAME` or `comet lists remove NAME LOCATION…`.',
  networkRuleForm:
    'Use `comet network`, `comet network set` with --connect, --location, --transport, --lan or --dns, or `comet network remove NAME`.',
  profileForm:
    'Use `comet profile`, `comet profile save NAME`, `comet profile use NAME`, `comet profile rename NAME NEW_NAME` or `comet profile remove NAME`.',
  routeForm:
    'Use `comet route`, `comet route add SITE DESTINATION`, `comet route add-app PATH DESTINATION` or `comet route remove SITE_OR_PATH`. A destination is a location, direct or block.',
  savedNameForm: 'A name must be 1-40 printable characters, with a letter or a digit.',
  portalForm:
    'Use `comet portal`, or `comet portal open COMMAND` to show the network’s sign-in page in a program.',
  commandForm: 'Enter a command to run: `comet {word} COMMAND`.',
  commandUnknown: 'Program not found: “{name}”.',
  notItself:
    '“{path}” is a script that runs another program. Add that program instead, or start the script with `comet exclude` or `include`.',
  notRunnable: '“{path}” isn’t a program.',
  notText: 'An argument isn’t valid UTF-8.',
} as const;
