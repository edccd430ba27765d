/** Why the daemon did not do it. */
export const featureErrorTexts = {
  resolver_not_public:
    'This is no public address. A resolver of the local network would hear every name, outside of the tunnel.',
  nothing_to_pause: 'There is no tunnel to pause.',
  pause_locked_down:
    'Lockdown is on, so a pause would let nothing out. End it first with `comet lockdown off`.',
  not_paused: 'Nothing is paused.',
  network_unknown: 'This machine is in no network that could be told apart from others.',
  network_not_trusted: 'No trusted network has this name. `comet settings` lists them.',
  split_apps_unavailable: 'This machine has no cgroups (version 2), so programs cannot be told apart.',
  split_other_mode:
    'Split tunnelling is set the other way round, by `comet split` or an earlier `comet exclude` or `comet include`. End that with `comet split off`, then try again.',
  split_locked_down:
    'Under lockdown nothing leaves without a tunnel, so not all but a few programs can go outside of it.',
  split_too_wide:
    'This covers too much of the internet. Networks outside the tunnel are /8 or smaller for IPv4 and /16 or smaller for IPv6, also taken together.',
  split_unknown: 'That is not named. `comet split` lists what is.',
  proxy_port_taken: 'Another program listens at this port. Choose another one.',
  proxy_too_many: 'There are 32 such ports already. Close one with `comet proxy remove PORT`.',
  country_unknown:
    'There is no such country. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.',
  proxy_unknown: 'This port is none of them. `comet proxy` lists them.',
  settings_unreadable: 'This is no file of Comet’s settings that this version can read.',
  not_your_process: 'A program can only be run so by whoever starts it.',
} as const;
