import { testNamed, sourceContains } from '../evidence.ts';
import { connection } from './test-files.ts';

/** Evidence about devices and platforms that several sentences share. */

export const debian = [
  testNamed('e2e/src/containers/units.net.test.ts', 'traffic passes through a tunnel by %s, %s'),
  sourceContains('e2e/src/containers/debian-root.ts', 'debianSources'),
] as const;
export const wireguardFile = testNamed(
  `${connection}/configuration-files.spec.ts`,
  'a WireGuard file works with stock wg-quick, and stops within five seconds of its revocation',
);
export const openvpnFile = testNamed(
  `${connection}/configuration-files.spec.ts`,
  'an OpenVPN file for ${name} works with stock programs${until}',
);
export const qrCode = testNamed(
  'e2e/src/configuration-files/download.spec.ts',
  'one file has a QR code; it can be renamed and revoked and is listed among the devices',
);
export const firstSteps = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'the first step for %s equals that of the dashboard for a config',
);
export const threeSteps = testNamed(
  'apps/site/src/features/download/platform-texts.test.ts',
  'every platform has three steps, and those for phones use the QR code that their app scans',
);
export const appWithoutPackage = testNamed(
  'apps/site/src/features/download/download-page.test.ts',
  'without a package, Linux connects with a config like every other platform, and no app is offered',
);
export const appPackage = testNamed(
  'apps/site/src/features/download/download-page.test.ts',
  'offers each package as a button with its size, the checksums, and the steps of the app',
);
