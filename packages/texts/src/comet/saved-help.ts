/** The help of the commands about profiles, routes and rules of networks. */
export const savedHelp = {
  profile: {
    about: 'Show or use profiles: a location with its protocol, DNS and split tunneling',
    examples: 'comet profile\ncomet profile save work\ncomet profile use work',
  },
  profileList: { about: 'List profiles', examples: 'comet profile list\ncomet profile list --json' },
  profileSave: {
    about: 'Save the current settings as a profile, or replace it',
    examples: 'comet profile save work',
  },
  profileUse: {
    about: 'Apply a profile; if connected, connect to its location',
    examples: 'comet profile use work',
  },
  profileRename: { about: 'Rename a profile', examples: 'comet profile rename work office' },
  profileRemove: { about: 'Remove a profile', examples: 'comet profile remove work' },
  route: {
    about: 'Show or change routes: sites and apps that leave by a chosen exit',
    examples: 'comet route\ncomet route add example.com jp-tyo\ncomet route add example.com direct',
  },
  routeList: {
    about: 'List routes with their traffic since you connected',
    examples: 'comet route list\ncomet route list --json',
  },
  routeAdd: {
    about: 'Route a site with its subdomains, or change its route',
    examples:
      'comet route add example.com jp-tyo\ncomet route add example.com direct\ncomet route add example.com block',
  },
  routeAddApp: {
    about: 'Route an app within a second of its start, or change its route',
    examples: 'comet route add-app /usr/bin/qbittorrent nl-ams\ncomet route add-app /usr/bin/steam direct',
  },
  routeRemove: {
    about: 'Remove a route',
    examples: 'comet route remove example.com\ncomet route remove /usr/bin/steam',
  },
  network: {
    about: 'Show or change rules of networks, such as the location at home',
    examples: 'comet network\ncomet network set --name home --connect off\ncomet network remove home',
  },
  networkList: { about: 'List the rules', examples: 'comet network list\ncomet network list --json' },
  networkSet: {
    about: 'Change the rule of the current network, or of the one with this name',
    examples:
      'comet network set --name office --location nl-ams --lan on\ncomet network set --name office --lan default',
  },
  networkRemove: { about: 'Remove a rule', examples: 'comet network remove office' },
} as const;
