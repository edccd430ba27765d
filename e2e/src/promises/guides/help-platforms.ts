import { cometTexts } from '@comet/texts/command';
import { fact, type EvidencedSentence, testNamed, sourceContains } from '../evidence.ts';
import * as by from '../proofs.ts';
import { labels, links, needs, otherApps, theirs } from './guide-evidence.ts';

/** The tests of the packages use the release of the machine that runs them. */
const releases = sourceContains('stack/src/toolchain/debian-sources.ts', '/** `debian` or `ubuntu`. */');
const commandText = fact('the command says so', () =>
  JSON.stringify(cometTexts).includes('You don’t have permission to use cometd'),
);
const configDns = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'Linux without the app is set up as in the dashboard’s instructions for a config',
);
const sameAsDashboard = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'the first step for %s equals that of the dashboard for a config',
);
const onlyLinux = testNamed(
  'apps/dashboard/src/features/get-comet/detect-device.test.ts',
  'with packages published: “%s”, %s is %s and has an app: %s',
);

/** Lines of help pages about systems and devices. */
export const helpPlatforms: Readonly<Record<string, EvidencedSentence>> = {
  'help.android.What you need.0': ['26a12849', needs],
  'help.android.If it doesn’t work.1': ['b898eba0', otherApps],
  'help.captive-portal.What you need.0': ['aa425e1a', ...by.debian, links],
  'help.choose-location.What you need.0': ['e6f30605', ...by.debian, links],
  'help.command-line.What you need.0': ['f1951c34', ...by.debian, links],
  'help.command-line.If it doesn’t work.0': [
    '1e250861',
    testNamed('apps/site/src/features/help/help-content.test.ts', 'each command exists in the help of comet'),
    commandText,
  ],
  'help.connect.What you need.0': ['55ffd4f7', ...by.debian, links],
  'help.dns.Steps.4': ['c4b72317', configDns],
  'help.dns.If it doesn’t work.1': ['ad3c60a7', configDns],
  'help.install-debian-ubuntu.What you need.0': ['b94085b5', ...by.debian, releases],
  'help.install-fedora.What you need.3': ['548fbe0d', ...by.debian, by.wireguardFile],
  'help.install-fedora.If it doesn’t work.2': ['84729ad7', configDns],
  'help.iphone.What you need.0': ['8c6f49e7', needs],
  'help.iphone.Steps.4': ['5e9d3b4d', by.qrCode, sameAsDashboard],
  'help.iphone.Steps.6': ['89ffd43a', by.wireguardFile, theirs('WireGuard’s menu')],
  'help.iphone.If it doesn’t work.0': ['14765dcb', by.qrCode, theirs('AirDrop')],
  'help.local-proxies.What you need.0': ['fcc50ce0', ...by.debian, links],
  'help.macos.What you need.2': ['4be614f9', by.wireguardFile, onlyLinux],
  'help.macos.Steps.5': ['64ccdbc7', sameAsDashboard, theirs('What macOS asks')],
  'help.macos.If it doesn’t work.1': ['0bdf66ef', theirs('What macOS asks')],
  'help.macos.If it doesn’t work.2': ['441962ef', otherApps],
  'help.no-connection.Steps.6': [
    '6f923f6e',
    ...by.debian,
    sourceContains('apps/site/content/help/no-connection.md', 'sudo systemctl restart cometd'),
  ],
  'help.residential-data.What you need.1': [
    '45d853ea',
    ...by.debian,
    sourceContains(
      'apps/dashboard/src/features/download/wireguard/unavailable-reason.ts',
      'downloadTexts.onlyInApp',
    ),
  ],
  'help.router.Steps.3': ['59639159', by.wireguardFile],
  'help.tv.What you need.0': ['bfc42de0', needs],
  'help.tv.What you need.2': ['23fa5a46', links, theirs('What a computer shares')],
  'help.tv.What you need.3': ['05d3b192', onlyLinux, theirs('Which TVs run WireGuard')],
  'help.tv.Steps.0': ['fb983975', theirs('The Play Store')],
  'help.tv.Steps.2': ['b019bf90', labels, by.wireguardFile],
  'help.tv.Steps.3': ['e227ec60', needs],
  'help.tv.Steps.4': ['40cac7d2', theirs('WireGuard’s menu')],
  'help.tv.What you should see.0': ['5e350b86', by.wireguardFile],
  'help.tv.If it doesn’t work.2': ['a7c247e5', theirs('What a router connects')],
  'help.windows.What you need.0': ['af9d13b2', theirs('What WireGuard requires')],
  'help.windows.What you need.2': ['70f3d154', by.wireguardFile, onlyLinux],
  'help.windows.Steps.0': ['5e59856d', labels, links],
  'help.windows.If it doesn’t work.3': ['4bcdbd8a', otherApps],
};
