/** What is promised, and where it is proved. Paths are those of the repository. */
export const proofTexts = {
  title: 'How we prove it',
  description:
    'Every promise about security and logs, with the test that proves it and what it does not cover.',
  headline: 'Every promise, with its proof',
  explanation:
    '“No logs” is easy to say. Below is what we promise, the test that would fail if it were not so, and where the promise ends.',
  test: 'Proved by',
  readDocument: 'Read the document',
  claims: [
    {
      heading: 'Nothing leaves outside of the tunnel',
      text: 'From the moment a connect begins until you disconnect, one set of firewall rules holds everything back that is not the tunnel. A gateway that dies, a killed service and a killed data plane leave it in place.',
      limit: 'Holds for our app on Linux. A file in somebody else’s app has that app’s kill switch.',
      tests: [
        'e2e/src/leaks/transports.spec.ts',
        'e2e/src/leaks/system-events.spec.ts',
        'e2e/src/leaks/controls.spec.ts',
      ],
    },
    {
      heading: 'No connection log',
      text: 'On a gateway’s disk are its own keys and the leases that it needs after a restart: pseudonym, device slot, key, tunnel addresses, end of session. Never a client’s address, a destination, or a time of traffic. In memory, a peer that is silent for three minutes loses its last address.',
      limit: 'A gateway’s datacentre can watch its cable. Two gateways in a row make that worth less.',
      tests: ['e2e/src/connection/privacy.spec.ts'],
    },
    {
      heading: 'A gateway has no list of customers',
      text: 'Your device shows a ticket that is signed for one gateway and one key. The gateway checks it without asking anybody, and learns a pseudonym that changes each week and differs from gateway to gateway.',
      limit:
        'For OpenVPN and the proxy a gateway keeps a random id, a pseudonym and a keyed hash for as long as your credentials are good.',
      tests: ['e2e/src/connection/privacy.spec.ts', 'e2e/src/connection/revocation.spec.ts'],
    },
    {
      heading: 'What is recorded today stays closed',
      text: 'A second key by ML-KEM-768 is agreed inside of the tunnel and mixed into WireGuard’s. An attacker who records traffic today and has a quantum computer later has to break both.',
      limit: 'It comes about a round trip after the connection. OpenVPN has none.',
      tests: [
        'apps/daemon/src/tunnel/attempts/agree-post-quantum-psk.test.ts',
        'e2e/src/connection/features.spec.ts',
      ],
    },
    {
      heading: 'No name in the greeting',
      text: 'Neither the door of a gateway nor the TLS disguise says in clear which gateway is meant. A test reads the bytes off the wire.',
      limit: 'Addresses of gateways are no secret: a network can block them.',
      tests: ['apps/daemon/test/hellos.net.test.ts'],
    },
    {
      heading: 'Money counts once',
      text: 'What a payment provider says is stored before it is answered, and everything is derived from all of it. Random histories, told three times and shuffled, end as they do in order.',
      limit:
        'Your card is Paddle’s business: its checkout runs in its own frame, and we never see the number.',
      tests: [
        'apps/api/test/payments/payment-event-order.db.test.ts',
        'apps/api/test/payments/webhook-storm.db.test.ts',
      ],
    },
    {
      heading: 'Deleted is deleted',
      text: 'Between day 5 and day 7 your data is removed for good. Afterwards a test searches every column of every table for your id and address.',
      limit: 'Backups hold it for at most two weeks more. A payment keeps a hash that leads to nobody.',
      tests: ['apps/api/test/accounts/purge.db.test.ts'],
    },
  ],
  notHeading: 'What we cannot promise',
  not: [
    'No outside firm has audited this yet. When one has, its report will be here, whole.',
    'We run on machines that others own. Who holds a machine in his hands can do what he likes with it.',
    'A court can order us to write down what we do not write down today. We would say so where we may, and stop where we must.',
    'Metered products store bytes by product and day. That is what a meter is.',
  ],
} as const;

export const documentsTexts = {
  title: 'Documents',
  description: 'How Comet is built, what an attacker may try, and every decision with its reasons.',
  headline: 'Documents',
  explanation: 'The same that we work by. They are written for engineers.',
  decisions: 'Decisions',
  documentDescription: '{title}: from the documents that Comet is built by.',
  chapterTitle: '{chapter} · {document}',
  chapters: 'Chapters',
  steps: 'Chapters before and after',
  previous: 'Previous chapter',
  next: 'Next chapter',
} as const;
