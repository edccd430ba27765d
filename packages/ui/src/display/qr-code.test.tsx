import { readQrCodeOfSvg } from '@comet/testing/read-qr-code';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const wireguard = `# Zoë's router, 東京
[Interface]
PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=
Address = 10.64.0.2/32, fd00::2/128
DNS = 10.64.0.1

[Peer]
PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = 203.0.113.24:51820
`;

test.each([
  ['a WireGuard configuration', wireguard],
  [
    'a secret for an authenticator app',
    'otpauth://totp/Comet%20VPN:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Comet%20VPN',
  ],
  ['a link', 'https://dashboard.cometvpn.example/quick-login?code=BCDF-GHJK'],
  ['a text of digits', '1234567890'],
])('a decoder reads %s from its code', (_, text) => {
  expect(readQrCodeOfSvg(renderToStaticMarkup(<QrCode label="" text={text} />))).toBe(text);
});
