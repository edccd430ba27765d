/** The lines of `comet status --details`. */
export const detailsTexts = {
  endpoint: 'Server: {endpoint} ({way})',
  entry: 'Entry server: {endpoint} in {place}',
  entryHandshake: 'Last handshake with the entry server: {time} ago',
  noEntryHandshake: 'Last handshake with the entry server: none yet',
  cipher: 'Cipher: {cipher}',
  socks5Proxy: 'SOCKS5 proxy inside the tunnel: {endpoint}',
  mtu: 'MTU: {bytes} bytes',
  handshake: 'Last handshake: {time} ago',
  noHandshake: 'Last handshake: none yet',
  cover: 'Cover traffic: {received} received, {sent} sent, in addition',
  coverPaused: 'Cover traffic is paused because this network is metered. Packets still have one length.',
  postQuantum: 'Quantum-resistant encryption: on',
  noPostQuantum: 'Quantum-resistant encryption: off',
  seconds: '{seconds} s',
  minutes: '{minutes} min {seconds} s',
  hours: '{hours} h {minutes} min',
} as const;

/** The sentences about the tunnel, and about reaching the daemon. */
export const stateTexts = {
  notRunning: 'cometd is not running: nothing responds at {socket}.\nStart it with `systemctl start cometd`.',
  waitingForDaemon: 'Waiting for cometd',
  notAnswering:
    'cometd is running but not responding. Restart it with `systemctl restart cometd`, and check `journalctl -u cometd`.',
  notAllowed:
    'You don’t have permission to use cometd at {socket}.\nRun comet as root, or join the group comet.',
  connectionLost: 'cometd closed the connection.',
  notUnderstood: 'comet couldn’t understand cometd’s response. Update both to the same version.',
  asked: '{command}: sent',
  answered: '{command}: answered after {milliseconds} ms',
  refusedAfter: '{command}: failed with {code} after {milliseconds} ms',
  place: '{city}, {country} ({location})',
  connecting: 'Connecting to {place}',
  findingGateway: 'Finding a server',
  anotherGateway: 'Connecting to {place} (server {attempt})',
  connected: 'Connected to {place}. Server {address}.',
  by: 'Protocol: {way}.',
  fallbackPostQuantum:
    'Protocol: {way}, without quantum-resistant encryption. {better} doesn’t get through on this network; Comet keeps retrying it.',
  fallbackPlain: 'Protocol: {way}. {better} doesn’t get through on this network; Comet keeps retrying it.',
  standsIn: 'Temporarily replacing {wanted}, which isn’t responding. Comet switches back when it does.',
  maintenance:
    'This server closes for maintenance on {time}. Comet then moves you to another one without interruption.',
  maintenanceBlocking:
    'This server closes for maintenance on {time}. Comet then reconnects you through another one, and blocks your internet for these few seconds.',
  cancelled: 'Canceled. Your traffic is unprotected.',
  cancelledHeldBack: 'Canceled. Lockdown is blocking all traffic.',
  disconnecting: 'Disconnecting',
  disconnected: 'Disconnected. Your traffic is unprotected.',
  stillHeldBack: 'Disconnected. Lockdown is blocking all traffic.',
  failed: '{what}\n{next}',
  failedBlocking: '{what} Your traffic is blocked.\n{next}',
  failedOpen: '{what} Your traffic is NOT blocked: it’s unprotected.\n{next}',
  refusedBesideTunnel: '{what} Your connection stays as it is.\n{next}',
  refused: '{what} Your traffic is unprotected.\n{next}',
  dashboardOpens: 'You can still open the dashboard. To pay, unblock your traffic first.',
  letOut: 'To unblock your traffic without protection, use `comet disconnect`.',
  unreachableHeldBack:
    'Comet can’t be reached while traffic is blocked. Unblock it with `comet disconnect` (and `comet lockdown off`), then try again.',
  retryAt: 'Next retry at {time}. To stop, use `comet disconnect`.',
  unprotected: 'You’re not connected, so your traffic is unprotected.',
  traffic: 'Received {received}, sent {sent}',
  enters: 'Entry: {place}, which can’t see where you go.',
  quantumResistant: 'Quantum-resistant encryption is on.',
  leavesDedicated: 'Exit: your dedicated IP {address}.',
  leavesShared: 'Exit: a shared residential IP.',
  leavesMetered: 'Exit: a residential IP. Traffic counts against your residential data.',
  leavesMeteredLeft: 'Exit: a residential IP. Traffic counts against your residential data: {size} left.',
  /** Connected to a location that uses any exit of the country. */
  anyCityNow: 'This exit may belong to a provider that doesn’t support UDP and IPv6.',
  homes: 'Residential locations online there: {commands}.',
  homeCommand: '`comet connect {code}`',
  portal: 'This network wants you to sign in on its own page first: {page}',
  portalCommand:
    'Open it with `comet portal open PROGRAM`, such as `comet portal open w3m`. Everything else stays as it is.',
  portalShown: 'One program may show this page until {time}. Everything else stays as it is.',
  portalNone: 'No sign-in page found on this network.',
  unwritable: 'Couldn’t write the result: {why}',
  /** All of them, as a part of the status. */
  unsupported: 'Not available on this operating system: {features}',
  /** One of them, as an error. */
  unsupportedHere: '{feature} isn’t available on this operating system.',
  unavailable:
    'This location doesn’t support {choice}. Choose another location, or use `comet set protocol automatic`, `comet set port automatic` or `comet set wireguard-over automatic`.',
  /** The same for the first of two servers. */
  entryUnavailable:
    'The entry location doesn’t support {choice}. Choose another one with `--via`, or use `comet set port automatic` or `comet set wireguard-over automatic`.',
  coverUnavailable:
    'This location doesn’t support WireGuard with cover traffic. Choose another location, or use `comet set cover-traffic off`.',
  entryCoverUnavailable:
    'The entry location doesn’t support WireGuard with cover traffic. Choose another one with `--via`, or use `comet set cover-traffic off`.',
} as const;
