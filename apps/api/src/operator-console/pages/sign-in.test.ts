import { readQrCodeOfSvg } from '@comet/testing/read-qr-code';
import { expect, test } from 'vitest';
import { enrolmentPage } from './sign-in.ts';

test("the enrolment's QR code contains the secret for the authenticator app", () => {
  const uri = 'otpauth://totp/Comet%20desk:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Comet%20desk';
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const page = enrolmentPage({ name: 'ada', secret, uri }, 'token', null);
  const [svg = ''] = /<svg class="qr".*<\/svg>/s.exec(page) ?? [];
  expect(readQrCodeOfSvg(svg)).toBe(uri);
});
