/** Claims, and the tests that prove them. Paths are those of the repository. */
export const proofTexts = {
  title: 'How we prove it',
  description:
    'Every promise about security and logs, with the test that proves it and what it doesn’t cover.',
  headline: 'Every promise, with its proof',
  explanation:
    '“No logs” is easy to say. Below is what we promise, the test that would fail if it weren’t true, and where the promise ends.',
  tests: 'Tests',
  result: {
    passed: { one: '1 test passed', other: '{count} tests passed' },
    failed: { one: '1 test failed', other: '{count} tests failed' },
    on: '{result}, {day}',
    lastRun: 'Last run {day}',
    noResult: 'No recorded run of this version yet',
    /** The figures of the home page. `outside` and `caught` are numbers of packets. */
    leakTest: 'Leak test of {day}: {outside} outside the tunnel, {caught} with the protection switched off.',
    packets: { one: '1 packet', other: '{count} packets' },
    partly: 'Some of these tests have no recorded run of this version yet',
  },
  source: 'Read the source of {test}',
  how: 'The date is that of the last recorded run. Open a test to read what it does.',
  readDocument: 'Read the security document',
  claims: [
    {
      heading: 'Nothing leaks outside the tunnel',
      text: 'From the moment you connect until you disconnect, one set of firewall rules blocks everything that isn’t the tunnel. The rules stay in place when a server dies, or when our service or the tunnel process is killed.',
      limit:
        'Applies to our Linux app. If you use a config file in another app, that app’s kill switch applies. If your account refuses the connection before a tunnel is up, the block is lifted, unless lockdown is on.',
      tests: [
        'e2e/src/leaks/transports.spec.ts',
        'e2e/src/leaks/system-events.spec.ts',
        'e2e/src/leaks/controls.spec.ts',
      ],
    },
    {
      heading: 'No connection log',
      text: 'A server’s disk holds its own keys and what it needs to resume sessions after a restart: a random ID, device slot, key, tunnel addresses, your residential exit or dedicated IP if you use one, and the hours in which the session’s ticket was issued and ends. Never your IP address, a destination, or the time of any traffic. In memory, your last IP address is erased after three idle minutes.',
      limit:
        'The data center that hosts a server can watch its network traffic. Multi-hop makes that less useful.',
      tests: ['e2e/src/connection/privacy.spec.ts'],
    },
    {
      heading: 'Our VPN servers have no customer list',
      text: 'Your device shows a ticket signed for one server and one key. The server checks it without contacting anyone, and learns only a random ID that changes weekly and differs from server to server.',
      limit:
        'For OpenVPN and the proxy, a server keeps a random ID and a hash for as long as your credentials are valid, and for the proxy a pseudonym too.',
      tests: ['e2e/src/connection/privacy.spec.ts', 'e2e/src/connection/revocation.spec.ts'],
    },
    {
      heading: 'Recorded today, still unreadable tomorrow',
      text: 'A second key, agreed with ML-KEM-768 inside the tunnel, is mixed into WireGuard’s own. Someone who records your traffic today and gets a quantum computer later has to break both.',
      limit: 'It’s added about one round trip after you connect. OpenVPN doesn’t have it.',
      tests: [
        'apps/daemon/src/tunnel/attempts/agree-post-quantum-psk.test.ts',
        'e2e/src/connection/features.spec.ts',
      ],
    },
    {
      heading: 'No server name in the handshake',
      text: 'Neither the ticket check nor the TLS disguise sends a server’s name unencrypted. A test captures the bytes on the network.',
      limit: 'Our servers’ IP addresses are no secret: a network can block them.',
      tests: ['apps/daemon/test/hellos.net.test.ts'],
    },
    {
      heading: 'Every payment counts once',
      text: 'We store what a payment provider sends before we acknowledge it, and work out your plan from all of it. Random payment histories, delivered three times and shuffled, give the same result as in order.',
      limit: 'Card payments run in Paddle’s own checkout, and we never see your card number.',
      tests: [
        'apps/api/test/payments/payment-event-order.db.test.ts',
        'apps/api/test/payments/webhook-storm.db.test.ts',
      ],
    },
    {
      heading: 'Deleted means deleted',
      text: 'Between day 5 and day 7 your data is removed for good. A test then searches every column of every table for your account ID and email address.',
      limit:
        'Backups keep it for up to two more weeks. A payment keeps a hash that can’t be traced to anyone, and the hashes that prevent or reveal repeated free trials and refunds are kept for 12 months.',
      tests: ['apps/api/test/accounts/purge.db.test.ts'],
    },
  ],
  notHeading: 'What we can’t promise',
  not: [
    'No outside firm has audited us yet. When one has, we’ll publish the full report here.',
    'We run on servers other companies own. Anyone with physical access to a server can tamper with it.',
    'A court could order us to start logging. We would tell you if we may, and shut the service down if we had to.',
    'Metered products record bytes by product, proxy user and day. That’s how a meter works.',
  ],
} as const;

export const documentsTexts = {
  title: 'Documents',
  description: 'How Comet is built, what attackers might try, and every design decision with its reasons.',
  headline: 'Documents',
  explanation: 'The documents we build from, written for engineers.',
  decisions: 'Decisions',
  documentDescription: '{title}: one of the documents we build Comet from.',
  chapterTitle: '{chapter} · {document}',
  chapters: 'Chapters',
  steps: 'Previous and next chapter',
  previous: 'Previous chapter',
  next: 'Next chapter',
} as const;
