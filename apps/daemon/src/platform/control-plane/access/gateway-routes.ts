import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { formatEndpoint, isIp } from '@comet/foundation';
import type { Gateway } from '../../../model/gateway.ts';
import { checkName } from '../../admission/certificate-name.ts';
import type { AccessRoute, AccessStrategy } from './access-route.ts';
import type { IsApi } from './direct-routes.ts';

/** The part of a gateway that a relay needs. */
export type RelayGateway = Pick<Gateway, 'address' | 'admissionPort' | 'serverName'>;

/**
 * The admission endpoints of known gateways, which relay connections to the control plane by HTTP CONNECT (RFC 9110 §9.3.6). A gateway is
 * verified as for tickets: by our private CA and the exact name. The API's TLS runs inside, so the gateway cannot read it.
 */
export function gatewayAccess(
  isApi: IsApi,
  gateways: () => readonly RelayGateway[],
  certificateAuthorities: readonly string[],
): AccessStrategy {
  return {
    method: 'gateway',
    routesTo: (target) =>
      isApi(target) && target.usesTls
        ? gateways().map((gateway) => routeBy(gateway, certificateAuthorities))
        : [],
  };
}

function routeBy({ address, admissionPort, serverName }: RelayGateway, ca: readonly string[]): AccessRoute {
  return async (target, { signal, permit }) => {
    await permit([{ host: address, port: admissionPort }]);
    const authority = isIp(target.host) ? formatEndpoint(target) : `${target.host}:${target.port}`;
    return new Promise<Duplex>((resolve, reject) => {
      const call = process.getBuiltinModule('node:https').request({
        host: address,
        port: admissionPort,
        method: 'CONNECT',
        path: authority,
        headers: { host: authority },
        agent: false,
        ca: [...ca],
        minVersion: 'TLSv1.3',
        // No SNI, as for tickets: a name in the ClientHello would reveal the gateway.
        servername: '',
        checkServerIdentity: (_, { raw }) => checkName(raw, serverName),
      });
      const abort = (): void => void call.destroy(new Error('aborted'));
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      const finish = (): void => signal.removeEventListener('abort', abort);
      call.once('connect', (response: IncomingMessage, socket: Duplex, head: Buffer) => {
        finish();
        socket.on('error', () => undefined);
        if (response.statusCode === 200) {
          if (head.length > 0) socket.unshift(head);
          resolve(socket);
        } else {
          socket.destroy();
          reject(new Error(`the gateway refused the relay with the status ${response.statusCode}`));
        }
      });
      call.on('error', (error) => {
        finish();
        reject(error);
      });
      call.once('close', () => reject(new Error('the gateway closed the connection')));
      call.end();
    });
  };
}
