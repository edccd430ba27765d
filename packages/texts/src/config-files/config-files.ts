/** Configs for other programs than our app. */
export const downloadTexts = {
  screen: 'Download',
  explanation:
    'A WireGuard or OpenVPN config connects phones, routers and any device without a Comet app. Each config is for one location.',
  protocol: 'Protocol',
  wireguard: 'WireGuard',
  openvpn: 'OpenVPN',
  unverified: 'You need a confirmed email address for configs. We sent a link to {email}.',
  needPlanTitle: 'You need a plan for configs',
  needPlan: 'You’ll see the price before you’re charged.',
  needPlanKept: 'Your existing configs work again once you choose one.',
  choosePlan: 'Choose a plan',
  locations: 'Locations',
  onlyInApp: 'Only in the Comet app',
  /** Suggested names of a device, by the system that the browser runs on. */
  deviceNames: {
    windows: 'Windows PC',
    macos: 'Mac',
    linux: 'Linux computer',
    ios: 'iPhone or iPad',
    android: 'Android phone',
    router: 'Router',
  },
  numberedName: '{name} {number}',
} as const;

/** WireGuard configs: the key is created in the browser, and the config exists only there. */
export const wireguardFileTexts = {
  newFile: 'New config',
  newExplanation:
    'The key is created in this browser and never leaves it. We can’t show a config again, so save it when it’s ready.',
  name: 'Device name',
  nameHint: 'So you can tell your configs apart: “Router”, “Phone”.',
  placesLeft: {
    one: '1 of {limit} slots left. Devices and configs share them.',
    other: '{left} of {limit} slots left. Devices and configs share them.',
  },
  noPlaceLeft: 'Devices and configs use all {limit} slots. Remove one to create another.',
  tooMany: 'You chose {count} locations, and {left} slots are left.',
  make: { one: 'Create config', other: 'Create {count} configs' },
  making: 'Creating config {current} of {count}',
  notHere: 'No WireGuard here',
  ready: { one: 'Your config is ready', other: '{count} configs are ready' },
  readyExplanation: 'Save it now. The key only exists on this page.',
  save: 'Save config',
  saveZip: 'Save all as ZIP',
  saveRow: 'Save',
  saveOne: 'Save {name}',
  showQr: 'QR code',
  showQrOf: 'Show the QR code of {name}',
  qrTitle: 'Scan {name}',
  qrExplanation:
    'In the WireGuard app on your phone, add a tunnel and scan this code. Anyone who sees the code can use it.',
  qrLabel: 'QR code of {name}',
  closeQr: 'Close',
  done: 'Create another',
  leaveTitle: { one: 'Leave without the config?', other: 'Leave without all configs?' },
  leaveExplanation:
    'The key only exists on this page. If you don’t save a config, you can only revoke it and create it again.',
  leave: 'Leave',
  stay: 'Stay and save',
  someFailed: '{made} of {count} were created. {reason}',
  zipName: 'comet-wireguard.zip',
  list: 'Your configs',
  none: 'No configs yet. Create one above; you can revoke it here.',
  made: '{place}, created {date}',
  gone: '{place}. This server was retired, so this config no longer works. Create a new one.',
  address: 'IP address',
  remove: 'Revoke',
  removeOf: 'Revoke {name}',
  removeTitle: 'Revoke {name}?',
  removeExplanation: 'The config for {place} stops working within seconds, everywhere. This can’t be undone.',
  removeConfirm: 'Revoke config',
  keep: 'Keep it',
  removed: '{name} was revoked.',
} as const;

/** OpenVPN: one pair of credentials, and configs without credentials. */
export const openvpnFileTexts = {
  credentials: 'Credentials',
  credentialsExplanation:
    'Not your Comet password. OpenVPN asks for these when it connects; they’re the same for every config.',
  username: 'Username',
  password: 'Password',
  hidden: 'Hidden',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copy: 'Copy',
  copyUsername: 'Copy username',
  copyPassword: 'Copy password',
  usernameCopied: 'Username copied.',
  passwordCopied: 'Password copied.',
  activeSince: 'Active since',
  rotate: 'Replace',
  rotateTitle: 'Replace the credentials?',
  rotateExplanation:
    'The old username and password stop working within seconds. Every device that connects with OpenVPN is disconnected until you enter the new ones there. Your configs don’t change.',
  rotateConfirm: 'Replace them',
  keep: 'Keep them',
  rotated: 'New credentials are active.',
  files: 'Configs',
  variant: 'Variant',
  variants: {
    udp: { name: 'UDP', about: 'Fastest. Use this unless it won’t connect.' },
    tcp: { name: 'TCP', about: 'For networks that block UDP. Slower.' },
    tls: {
      name: 'TLS',
      about:
        'Looks like a visit to a website. Needs stunnel as well as OpenVPN; its config is in the download.',
    },
    shadowsocks: {
      name: 'Shadowsocks',
      about: 'Looks like random data. Needs Shadowsocks as well as OpenVPN; its config is in the download.',
    },
    obfs4: {
      name: 'obfs4',
      about:
        'Looks like random data, even when probed. Needs obfs4proxy as well as OpenVPN; its files are in the download.',
    },
  },
  system: 'Where you’ll use the config',
  systems: {
    linux: {
      name: 'Linux',
      about:
        'This config also sets the DNS servers, which OpenVPN on Linux doesn’t do by default. See the steps below.',
    },
    other: {
      name: 'Windows, macOS, phone or router',
      about: 'These set the DNS servers automatically.',
    },
  },
  notHere: 'No {variant} here',
  noOpenvpnHere: 'No OpenVPN here',
  noneHere: 'No location offers {variant} right now. Choose another variant.',
  save: { one: 'Save config', other: 'Save {count} configs' },
  saving: 'Fetching config {current} of {count}',
  saved: 'Saved as {name}.',
  zipName: 'comet-openvpn-{variant}.zip',
} as const;

/** Remarks about locations in a list. */
export const locationTexts = {
  place: '{city}, {country}',
  chooseOne: 'Choose a location.',
  load: { low: 'Low load', medium: 'Medium load', high: 'High load' },
  offline: 'Not available right now',
  away: 'about {km} km away',
  near: 'near you',
  features: {
    streaming: 'Streaming',
    p2p: 'P2P',
    multi_hop: 'Multi-hop',
    port_forwarding: 'Port forwarding',
  },
  types: {
    standard: 'Standard',
    native_residential: 'Native Residential',
    residential: 'Residential',
    dedicated: 'Dedicated',
    dedicated_residential: 'Dedicated Residential',
    company: 'Company',
    specialty: 'Specialty',
  },
  favorite: 'Favorite: {place}',
  favorites: 'Favorites',
  others: 'All locations',
  noneAvailable: 'No location is available right now. Check back in a few minutes.',
  unavailable: {
    one: '1\u00a0location has no config right now',
    other: '{count} locations have no config right now',
  },
  distanceNote: 'Distances are estimated from this device’s time zone. Nothing is sent for this.',
} as const;

/**
 * How to use a config, by platform. Names of menus and commands are those of the programs; `{file}` is the config’s file, `{name}` the same
 * without its extension, which WireGuard gives to the interface.
 */
export const instructionTexts = {
  headline: 'How to use a config',
  platformsOf: 'How to use a config, {protocol}',
  platforms: {
    windows: 'Windows',
    macos: 'macOS',
    linux: 'Linux',
    ios: 'iOS',
    android: 'Android',
    router: 'Router',
  },
  wireguard: {
    windows: [
      'Install WireGuard from wireguard.com/install.',
      'Choose “Import tunnel(s) from file” and select {file}, or the whole ZIP.',
      'Press Activate.',
    ],
    macos: [
      'Install WireGuard from the App Store.',
      'Choose “Import Tunnel(s) from File” and select {file}, or the whole ZIP.',
      'Allow the VPN configuration, then press Activate.',
    ],
    linux: [
      'On Debian, install WireGuard and openresolv, which sets the DNS servers: sudo apt install wireguard-tools openresolv',
      'On Ubuntu and Fedora, install wireguard-tools only: systemd-resolved sets the DNS servers there.',
      'Move {file} to /etc/wireguard/, readable by root only: sudo install -m 600 {file} /etc/wireguard/',
      'Connect with: sudo wg-quick up {name}',
      'Check DNS on Debian. Every nameserver must be one from {file}: cat /etc/resolv.conf',
      'Check DNS on Ubuntu and Fedora. Only {name} may have the domain ~. (a tilde and a dot): resolvectl domain',
      'Disconnect with: sudo wg-quick down {name}',
    ],
    ios: [
      'Install WireGuard from the App Store.',
      'To connect this phone, save the config. In WireGuard, tap +, then “Create from file or archive”, and choose {file}. If this page is on another screen, choose “Create from QR code” and scan the code instead.',
      'Allow the VPN configuration and turn the switch on.',
    ],
    android: [
      'Install WireGuard from the Play Store or F-Droid.',
      'To connect this phone, save the config. In WireGuard, tap +, then “Import from file or archive”, and choose {file}. If this page is on another screen, choose “Scan from QR code” and scan the code instead.',
      'Turn the switch on and allow the connection.',
    ],
    router: [
      'Open the router’s page for WireGuard clients. OpenWrt, GL.iNet, pfSense, OPNsense, MikroTik and AsusWRT have one.',
      'Import {file}, or copy its values: private key and addresses to the interface, public key, endpoint and allowed IPs to the peer.',
      'Enable the client and route the network through it.',
    ],
  },
  openvpn: {
    windows: [
      'Install OpenVPN 2.6 or newer, from openvpn.net/community.',
      'Right-click its icon, choose “Import file” and select {file}.',
      'Connect, and enter the username and password from this page.',
    ],
    macos: [
      'Install Tunnelblick from tunnelblick.net.',
      'Drop {file} on its icon.',
      'Connect, and enter the username and password from this page.',
    ],
    linux: [
      'On Debian, install OpenVPN and openresolv, which sets the DNS servers: sudo apt install openvpn openresolv',
      'On Ubuntu and Fedora, install openvpn only: systemd-resolved sets the DNS servers there.',
      'Choose “Linux” above, save {file}, and go to its folder in a terminal.',
      'Connect with: sudo openvpn --config {file}',
      'Enter the username and password from this page. OpenVPN asks again when it has to reconnect.',
      'Check DNS on Debian. The only nameserver must be 100.64.0.1: cat /etc/resolv.conf',
      'Check DNS on Ubuntu and Fedora. Only tun0 may have the domain ~. (a tilde and a dot): resolvectl domain',
    ],
    ios: [
      'Install OpenVPN Connect from the App Store.',
      'Save {file} on the phone, open it and choose OpenVPN.',
      'Enter the username and password from this page.',
    ],
    android: [
      'Install OpenVPN for Android from the Play Store or F-Droid.',
      'Save {file} on the phone, then import it with +.',
      'Enter the username and password from this page.',
    ],
    router: [
      'Open the router’s page for OpenVPN clients. It needs OpenVPN 2.5 or newer, for tls-crypt-v2.',
      'Import {file}, and enter the username and password from this page.',
      'Enable the client and route the network through it.',
    ],
  },
} as const;
