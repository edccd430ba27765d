import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishKey, type Signer } from '@comet/admission';
import { api } from '@comet/contract';
import * as z from 'zod/mini';
import { elsewhere } from '../addresses.ts';

/** A gateway with its own agent (`relay-gateway.ts`), as an entry of the server list. */
export interface EnrolledGateway {
  readonly reply: unknown;
  readonly listed: object;
}

const serverName = 'gw-relay.gateways.comet.test';

/** Enrols an agent as a control plane does: certifies its key with the authority in `folder`. */
export function enrolGateway(folder: string, signer: Signer, body: unknown): EnrolledGateway {
  const asked = z.decode(api.enrolGateway.body, body as z.input<typeof api.enrolGateway.body>);
  const path = (ending: string): string => join(folder, `relay.${ending}`);
  writeFileSync(path('csr'), asked.certificateRequest);
  writeFileSync(
    path('ext'),
    `subjectAltName=DNS:${serverName}\nextendedKeyUsage=serverAuth\nkeyUsage=digitalSignature\n`,
  );
  const ca = ['-CA', join(folder, 'ca.pem'), '-CAkey', join(folder, 'ca.key'), '-CAcreateserial'];
  const files = ['-in', path('csr'), '-extfile', path('ext')];
  const signed = spawnSync('openssl', ['x509', '-req', ...files, ...ca, '-days', '2'], { encoding: 'utf8' });
  if (signed.status !== 0) throw new Error(signed.stderr);
  const gatewayId = randomUUID();
  return {
    reply: z.encode(api.enrolGateway.reply, {
      gatewayId,
      credential: 'credential-of-the-gateway',
      certificateChain: signed.stdout,
      ticketKeys: [publishKey(signer)],
      feedKeys: [publishKey(signer)],
    }),
    listed: {
      ...{ id: gatewayId, location: elsewhere.code, serverName, ipv4: asked.ipv4, ipv6: null },
      ...{ doorPort: asked.doorPort, wireguardPort: asked.wireguardPort, openvpn: null },
      ...{ wireguardPublicKey: asked.wireguardPublicKey, online: true, loadPercent: null },
    },
  };
}
