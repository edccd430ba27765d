import { platformNames, quickLoginTexts } from '@comet/texts';
import { homeTexts as desktopHome } from '@comet/texts/desktop';
import {
  fact,
  type EvidencedSentence,
  mentions,
  notTestable,
  testNamed,
  sourceContains,
} from './evidence.ts';
import * as by from './proofs.ts';

const routers = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'the routers on the download page are those of the dashboard’s instructions',
);
const linuxSteps = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'Linux without the app is set up as in the dashboard’s instructions for a config',
);
const homeCards = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'each platform of the home page has a card on the download page',
);
const appSignIn = [
  testNamed('e2e/src/desktop/sign-in.spec.ts', 'a code entered in another browser signs the app in'),
  testNamed(
    'e2e/src/desktop/sign-in.spec.ts',
    'the first start leads through four cards, with a sign-in by email, password and authenticator code',
  ),
  testNamed(
    'e2e/src/accounts/quick-login.spec.ts',
    'the QR code link opens the confirmation without approving',
  ),
] as const;
const removed = [
  testNamed(
    'e2e/src/connection/revocation.spec.ts',
    'removing the device stops the tunnel within five seconds and reports an error',
  ),
  testNamed(
    'apps/api/test/accounts/devices-and-tickets.db.test.ts',
    'only its owner can rename and remove a device',
  ),
] as const;
const knownPlatforms = fact('the dashboard knows these platforms', () =>
  ['Windows', 'macOS', 'Android'].every((name) =>
    Object.values(platformNames).some((one) => one.includes(name)),
  ),
);

/** Platforms, devices, apps and configs. */
export const platforms: Readonly<Record<string, EvidencedSentence>> = {
  'siteDownloadTexts.description': [
    '72804438',
    ...by.debian,
    by.wireguardFile,
    by.openvpnFile,
    by.threeSteps,
    knownPlatforms,
  ],
  'siteDownloadTexts.explanation': ['da97d3de', ...by.debian, by.wireguardFile, by.openvpnFile],
  'siteDownloadTexts.app.systems': [
    '6fd85c53',
    ...by.debian,
    sourceContains('stack/src/toolchain/go.ts', "x64: 'amd64'"),
  ],
  'siteDownloadTexts.app.explanation': [
    'b69f9072',
    testNamed('e2e/src/desktop/window.spec.ts', 'Disconnect ends the tunnel, and the tray connects again'),
    testNamed(
      'e2e/src/connection/command-line-login.spec.ts',
      'with two-factor on, comet prompts for the code, and again after a wrong one',
    ),
    ...by.killSwitch,
  ],
  'siteDownloadTexts.withoutApp.description': [
    'ddadf574',
    by.appWithoutPackage,
    by.wireguardFile,
    by.openvpnFile,
    by.threeSteps,
    knownPlatforms,
  ],
  'siteDownloadTexts.withoutApp.explanation': [
    '528ed7bd',
    by.appWithoutPackage,
    by.wireguardFile,
    by.openvpnFile,
  ],
  'siteDownloadTexts.linux.systems': ['6fd6af91', by.wireguardFile],
  'siteDownloadTexts.linux.explanation': ['ecd0af70', by.appWithoutPackage, by.wireguardFile],
  'siteDownloadTexts.linux.steps.0.explanation': ['61a70cba', linuxSteps],
  'siteDownloadTexts.linux.steps.1.explanation': ['8ff302b4', linuxSteps],
  'siteDownloadTexts.app.pictureLabel': [
    '1eb921b8',
    fact('the connected app names the IP address', () => desktopHome.exitIp === 'IP address'),
    testNamed('e2e/src/desktop/window.spec.ts', 'connects to a chosen location, and traffic leaves there'),
  ],
  'siteDownloadTexts.steps.signIn.explanation': [
    '3a711b8b',
    ...appSignIn,
    fact('the dashboard approves codes', () => Object.keys(quickLoginTexts).length > 0),
  ],
  'siteDownloadTexts.steps.connect.explanation': [
    'dff108d1',
    mentions(desktopHome.connected, desktopHome.connect),
    testNamed(
      'e2e/src/desktop/random.spec.ts',
      'under random actions the screen shows Connected only while no packet leaves outside the tunnel',
    ),
  ],
  'siteDownloadTexts.elsewhere.explanation': [
    '7d9c790d',
    by.wireguardFile,
    by.openvpnFile,
    testNamed(
      'apps/api/test/gateways/wireguard-configs.db.test.ts',
      'a configuration requires a confirmed address, a plan and an online gateway',
    ),
  ],
  'siteDownloadTexts.elsewhere.wireguard': ['69da985d', by.wireguardFile],
  'siteDownloadTexts.elsewhere.openvpn': ['1cfcc58a', by.openvpnFile],
  'siteDownloadTexts.elsewhere.ios.steps.0': ['c0b6885a', by.firstSteps],
  'siteDownloadTexts.elsewhere.android.steps.0': ['373f673a', by.firstSteps],
  'siteDownloadTexts.elsewhere.windows.steps.0': ['912c3894', by.firstSteps],
  'siteDownloadTexts.elsewhere.router.steps.1': ['b124997b', routers, by.threeSteps],
  'siteDownloadTexts.elsewhere.router.steps.2': [
    'c150a341',
    notTestable('What stands behind a router uses the router’s routes.'),
  ],
  'siteDownloadTexts.elsewhere.server.method': ['32f7625c', by.wireguardFile, by.openvpnFile],
  'siteDownloadTexts.elsewhere.server.steps.0': ['e6b410ec', by.openvpnFile],
  'siteDownloadTexts.elsewhere.server.steps.2': [
    'd7851260',
    by.openvpnFile,
    testNamed(
      'e2e/src/connection/openvpn.spec.ts',
      'stock OpenVPN connects with our configuration file and is disconnected when the subscription ends',
    ),
  ],
  'notFoundTexts.links.download.1': ['5f436838', by.appPackage, by.threeSteps],
  'pricingTexts.included.devices.explanation': ['57dca911', ...removed],
  'pricingTexts.included.configs.explanation': [
    'd4ab97d4',
    by.qrCode,
    routers,
    by.openvpnFile,
    testNamed(
      'e2e/src/configuration-files/download.spec.ts',
      'two WireGuard files are created by keyboard, ${how}: the keys match, and the private keys are not sent',
    ),
  ],
  'pricingTexts.included.unmetered.explanation': [
    '014fab79',
    by.wireguardFile,
    by.chosenLocation,
    testNamed(
      'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
      'a ticket without an exit returns the session to the gateway’s own route, and its leases are settled',
    ),
  ],
  'siteHomeTexts.steps.install.explanation': ['4bb578c0', ...by.debian, by.qrCode, by.threeSteps],
  'siteHomeTexts.steps.installConfig.explanation': ['c4018b90', by.qrCode, by.wireguardFile, routers],
  'siteHomeTexts.steps.turnOn.explanation': ['c7149377', by.wireguardFile],
  'pricingTexts.included.withoutApp': ['57d8a1ff', by.appWithoutPackage, by.wireguardFile],
  'siteHomeTexts.app.notPublished': ['db61697c', by.appWithoutPackage, by.wireguardFile],
  'siteHomeTexts.steps.connect.explanation': [
    '89291aec',
    mentions(desktopHome.connect),
    by.chosenLocation,
    ...by.seenFromServer,
  ],
  'siteHomeTexts.platforms.explanation': ['36a916ce', ...by.tenDevices],
  'siteHomeTexts.questions.devices.answer': [
    '6af99648',
    ...by.debian,
    ...by.tenDevices,
    homeCards,
    routers,
    knownPlatforms,
  ],
  'siteHomeTexts.questions.devices.answerWithoutApp': [
    '1a843b77',
    by.appWithoutPackage,
    ...by.tenDevices,
    by.wireguardFile,
    by.openvpnFile,
    routers,
    knownPlatforms,
  ],
  'siteHomeTexts.app.explanation': [
    '11408a7d',
    mentions(desktopHome.disconnected, desktopHome.connecting, desktopHome.connected, desktopHome.blocked),
    by.blockedSaysWhy,
  ],
  'siteHomeTexts.app.connected': [
    'e990d6ce',
    mentions(desktopHome.connected, desktopHome.exitIp),
    by.chosenLocation,
  ],
  'siteHomeTexts.app.blocked': ['b8259abf', mentions(desktopHome.blocked), by.blockedSaysWhy],
  'useCasesTexts.exits.rows.0.3': [
    '3c22f68c',
    by.sameAccess,
    testNamed(
      'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
      'a ticket without an exit returns the session to the gateway’s own route, and its leases are settled',
    ),
  ],
};
