/** Files for programs that are not ours. */
export const downloadTexts = {
  screen: 'Download',
  headline: 'Connect without our app',
  explanation:
    'A file for WireGuard or OpenVPN connects phones, routers and whatever else Comet’s own app does not run on. Each file is for one location.',
  protocol: 'Protocol',
  wireguard: 'WireGuard',
  openvpn: 'OpenVPN',
  unverified: 'Files need a confirmed email address. We sent a link to {email}.',
  needPlanTitle: 'Files need a plan',
  needPlan: 'You see the price before anything is charged.',
  needPlanKept: 'The files that you have work again once you choose one.',
  choosePlan: 'Choose a plan',
  locations: 'Locations',
  onlyInApp: 'Only with Comet’s app',
} as const;

/** WireGuard files: the key is made in the browser, the file exists only there. */
export const wireguardFileTexts = {
  newFile: 'New file',
  newExplanation:
    'The key is made in this browser and never leaves it. We cannot show a file again: save it when it is made.',
  name: 'Name of the machine',
  nameHint: 'To tell your files apart: “Router”, “Phone”.',
  placesLeft: {
    one: '1 of {limit} places left. Devices and files share them.',
    other: '{left} of {limit} places left. Devices and files share them.',
  },
  noPlaceLeft: 'All {limit} places are taken by devices and files. Remove one to make another.',
  tooMany: 'You chose {count} locations, and {left} places are left.',
  chooseOne: 'Choose a location.',
  make: { one: 'Make file', other: 'Make {count} files' },
  making: 'Making file {current} of {count}',
  notHere: 'No WireGuard here',
  ready: { one: 'Your file is ready', other: '{count} files are ready' },
  readyExplanation: 'Save now. When you leave this page, nobody has the key any more.',
  save: 'Save file',
  saveZip: 'Save all as ZIP',
  saveRow: 'Save',
  saveOne: 'Save {name}',
  showQr: 'QR code',
  showQrOf: 'Show the QR code of {name}',
  qrTitle: 'Scan {name}',
  qrExplanation:
    'In the WireGuard app on the phone: add a tunnel, then scan. Anyone who sees this code can use it.',
  qrLabel: 'QR code of {name}',
  closeQr: 'Close',
  done: 'Make another',
  leaveTitle: { one: 'Leave without the file?', other: 'Leave without all files?' },
  leaveExplanation:
    'The key is in this page and nowhere else. A file that was not saved can only be revoked and made again.',
  leave: 'Leave',
  stay: 'Stay and save',
  someFailed: '{made} of {count} were made. {reason}',
  zipName: 'comet-wireguard.zip',
  list: 'Your files',
  none: 'None yet. What you make is listed here, so that you can end it.',
  made: '{place}, since {date}',
  gone: '{place}. This server is gone: the file leads nowhere. Make a new one.',
  address: 'Address',
  remove: 'Revoke',
  removeOf: 'Revoke {name}',
  removeTitle: 'Revoke {name}?',
  removeExplanation: 'The file for {place} stops working within seconds, everywhere. This cannot be undone.',
  removeConfirm: 'Revoke file',
  keep: 'Keep it',
  removed: '{name} was revoked.',
} as const;

/** OpenVPN: one pair of credentials, and files without it. */
export const openvpnFileTexts = {
  credentials: 'Credentials',
  credentialsExplanation:
    'Not your Comet password. OpenVPN asks for them when it connects; they are the same for every file.',
  username: 'User name',
  password: 'Password',
  hidden: 'Hidden',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  copy: 'Copy',
  copyUsername: 'Copy the user name',
  copyPassword: 'Copy the password',
  usernameCopied: 'User name copied.',
  passwordCopied: 'Password copied.',
  inForce: 'In force',
  since: 'Since {date}',
  rotate: 'Replace',
  rotateTitle: 'Replace the credentials?',
  rotateExplanation:
    'The old user name and password stop within seconds. Every machine that connects by OpenVPN is cut off until you enter the new ones there. The files stay as they are.',
  rotateConfirm: 'Replace them',
  keep: 'Keep them',
  rotated: 'New credentials are in force.',
  files: 'Files',
  variant: 'Variant',
  variants: {
    udp: { name: 'UDP', about: 'The fastest. Take it unless it does not connect.' },
    tcp: { name: 'TCP', about: 'For networks that let no UDP through. Slower.' },
    tls: {
      name: 'TLS',
      about: 'Looks like a visit to a website. Needs stunnel beside OpenVPN; its file is in the download.',
    },
    shadowsocks: {
      name: 'Shadowsocks',
      about:
        'Looks like nothing in particular. Needs Shadowsocks beside OpenVPN; its file is in the download.',
    },
    obfs4: {
      name: 'obfs4',
      about:
        'Looks like random bytes, even when probed. Needs obfs4proxy beside OpenVPN; its files are in the download.',
    },
  },
  system: 'Where you will use the file',
  systems: {
    linux: {
      name: 'Linux',
      about:
        'The file also sets the DNS servers, which OpenVPN on Linux leaves as they are. See the steps below.',
    },
    other: {
      name: 'Windows, macOS, phone or router',
      about: 'These set the DNS servers by themselves.',
    },
  },
  notHere: 'No {variant} here',
  noOpenvpnHere: 'No OpenVPN here',
  noneHere: 'No location offers {variant} right now. Choose another variant.',
  chooseOne: 'Choose a location.',
  save: { one: 'Save file', other: 'Save {count} files' },
  saving: 'Fetching file {current} of {count}',
  saved: 'Saved as {name}.',
  zipName: 'comet-openvpn-{variant}.zip',
} as const;

/** Remarks of locations in a list. */
export const locationTexts = {
  place: '{city}, {country}',
  load: { low: 'Quiet', medium: 'Busy', high: 'Very busy' },
  offline: 'Not available right now',
  away: 'about {km} km away',
  near: 'near you',
  features: { streaming: 'Streaming', p2p: 'P2P', multi_hop: 'Multi-hop' },
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
  distanceNote: 'Distances are guessed from the time zone of this machine. Nothing is sent for it.',
} as const;

/** How a file is used, by platform. Names of menus and commands are those of the programs. */
export const instructionTexts = {
  headline: 'How to use a file',
  platformsOf: 'How to use a file, {protocol}',
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
      'Choose “Import tunnel(s) from file” and take the file, or the whole ZIP.',
      'Press Activate.',
    ],
    macos: [
      'Install WireGuard from the App Store.',
      'Choose “Import Tunnel(s) from File” and take the file, or the whole ZIP.',
      'Allow the VPN configuration, then press Activate.',
    ],
    linux: [
      'On Debian, install WireGuard and openresolv, which sets the DNS servers: sudo apt install wireguard-tools openresolv',
      'On Ubuntu and Fedora, install wireguard-tools only: systemd-resolved sets the DNS servers there.',
      'Move the file to /etc/wireguard/, readable by root only: sudo install -m 600 comet-nl-ams.conf /etc/wireguard/',
      'Connect with: sudo wg-quick up comet-nl-ams',
      'Check DNS on Debian. Every nameserver must be one of the file’s: cat /etc/resolv.conf',
      'Check DNS on Ubuntu and Fedora. Only comet-nl-ams may have the domain “~.”: resolvectl domain',
      'Disconnect with: sudo wg-quick down comet-nl-ams',
    ],
    ios: [
      'Install WireGuard from the App Store.',
      'Tap +, then “Create from QR code”, and scan the code from this page.',
      'Allow the VPN configuration and turn the switch on.',
    ],
    android: [
      'Install WireGuard from the Play Store or F-Droid.',
      'Tap +, then “Scan from QR code”, and scan the code from this page.',
      'Turn the switch on and allow the connection.',
    ],
    router: [
      'Open the router’s page for WireGuard clients. OpenWrt, GL.iNet, pfSense, OPNsense, MikroTik and AsusWRT have one.',
      'Import the file, or copy its values: private key and addresses to the interface, public key, endpoint and allowed IPs to the peer.',
      'Enable the client and route the network through it.',
    ],
  },
  openvpn: {
    windows: [
      'Install OpenVPN 2.6 or newer, from openvpn.net/community.',
      'Right-click its icon, choose “Import file” and take the file.',
      'Connect, and enter the user name and the password from this page.',
    ],
    macos: [
      'Install Tunnelblick from tunnelblick.net.',
      'Drop the file on its icon.',
      'Connect, and enter the user name and the password from this page.',
    ],
    linux: [
      'On Debian, install OpenVPN and openresolv, which sets the DNS servers: sudo apt install openvpn openresolv',
      'On Ubuntu and Fedora, install openvpn only: systemd-resolved sets the DNS servers there.',
      'Choose “Linux” above, save the file, and go to its folder in a terminal.',
      'Connect with: sudo openvpn --config comet-nl-ams-udp.ovpn',
      'Enter the user name and the password from this page. OpenVPN asks again when it has to reconnect.',
      'Check DNS on Debian. The only nameserver must be 100.64.0.1: cat /etc/resolv.conf',
      'Check DNS on Ubuntu and Fedora. Only tun0 may have the domain “~.”: resolvectl domain',
    ],
    ios: [
      'Install OpenVPN Connect from the App Store.',
      'Save the file on the phone, open it and choose OpenVPN.',
      'Enter the user name and the password from this page.',
    ],
    android: [
      'Install OpenVPN for Android from the Play Store or F-Droid.',
      'Save the file on the phone, then import it with +.',
      'Enter the user name and the password from this page.',
    ],
    router: [
      'Open the router’s page for OpenVPN clients. It needs OpenVPN 2.5 or newer, for tls-crypt-v2.',
      'Import the file, and enter the user name and the password from this page.',
      'Enable the client and route the network through it.',
    ],
  },
} as const;
