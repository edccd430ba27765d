/** The sentences about the tunnel, and about reaching the daemon. */
export const stateTexts = {
  notRunning: 'cometd does not run: nothing answers at {socket}.\nStart it with `systemctl start cometd`.',
  waitingForDaemon: 'Waiting for cometd',
  notAnswering:
    'cometd is running but does not answer. Restart it with `systemctl restart cometd`, and check `journalctl -u cometd`.',
  notAllowed: 'You may not talk to cometd at {socket}.\nRun comet as root, or join the group comet.',
  connectionLost: 'cometd ended the conversation.',
  notUnderstood: 'comet does not understand the answer of cometd. Update both to the same version.',
  asked: '{command}: asked',
  answered: '{command}: answered after {milliseconds} ms',
  refusedAfter: '{command}: refused with {code} after {milliseconds} ms',
  place: '{city}, {country} ({location})',
  connecting: 'Connecting to {place}',
  findingGateway: 'Looking for a gateway',
  anotherGateway: 'Connecting to {place} (gateway {attempt})',
  connected: 'Connected to {place}. Gateway {address}.',
  by: 'By {way}.',
  fallbackPostQuantum:
    'By {way}, without post-quantum keys: {better} gets no answer on this network. Comet keeps retrying it.',
  fallbackPlain: 'By {way}: {better} gets no answer on this network. Comet keeps retrying it.',
  standsIn: 'It stands in for {wanted}, which does not answer. Comet goes back there when it does.',
  cancelled: 'Cancelled. Traffic leaves this machine unprotected.',
  cancelledHeldBack: 'Cancelled. Lockdown holds all traffic back.',
  disconnecting: 'Disconnecting',
  disconnected: 'Disconnected. Traffic leaves this machine unprotected.',
  stillHeldBack: 'Disconnected. Lockdown holds all traffic back.',
  failed: '{what}\n{next}',
  failedBlocking: '{what} Traffic is held back.\n{next}',
  failedOpen: '{what} Traffic is NOT held back: it leaves this machine unprotected.\n{next}',
  refusedBesideTunnel: '{what} The tunnel stays as it is.\n{next}',
  refused: '{what} Traffic leaves this machine unprotected.\n{next}',
  dashboardOpens:
    'The dashboard can be opened meanwhile. Payment pages of others need traffic let out first.',
  letOut: 'Until then, `comet disconnect` lets traffic out unprotected.',
  unreachableHeldBack:
    'Comet cannot be reached while traffic is held back. Let it out with `comet disconnect` (and `comet lockdown off`), then try again.',
  retryAt: 'Next try at {time}. `comet disconnect` ends it.',
  unprotected: 'Traffic leaves this machine unprotected: there is no tunnel.',
  traffic: 'Received {received}, sent {sent}',
  enters: 'Traffic enters at {place}, which does not see where it goes.',
  quantumResistant: 'Its keys withstand quantum computers too.',
  leavesDedicated: 'Leaves by your own address {address}.',
  leavesShared: 'Leaves by a shared residential line there.',
  leavesMetered: 'Leaves by a residential line there; each byte counts against your data.',
  leavesMeteredLeft: 'Leaves by a residential line there; each byte counts against your data. {size} left.',
  /** Connected to a location that uses any exit of the country. */
  anyCityNow: 'The line there may be a provider’s: it carries no UDP and no IPv6.',
  homes: 'Residential lines there are live: {commands}.',
  homeCommand: '`comet connect {code}`',
  unwritable: 'The result could not be written: {why}',
  /** All of them, as a part of the status. */
  unsupported: 'Not available on this operating system: {features}',
  /** One thing, as a refusal. */
  unsupportedHere: '{feature} is not available on this operating system.',
  unavailable:
    'This location does not offer {choice}. Choose another location, or `comet set protocol automatic`.',
} as const;
