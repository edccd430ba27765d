import { request } from 'node:https';
import { checkServerIdentity } from 'node:tls';
import {
  type AdmissionErrorCode,
  admissionErrorCodeIn,
  type ExitAdmittance,
  exitAdmittance,
  exitAdmissionPath,
  type ExitPresentation,
  exitPresentation,
} from '@comet/contract';
import { err, jsonOf, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';

export type AdmissionFailure =
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'refused'; readonly code: AdmissionErrorCode | 'unknown' };

/** The address of a gateway's admission endpoint, and the only CAs trusted for it. */
interface AdmissionEndpointAddress {
  readonly address: string;
  readonly port: number;
  readonly serverName: string;
  readonly certificateAuthorities: readonly string[];
  readonly wireguardPublicKey: string;
}

const timeout = 5_000;
const maxResponseLength = 16_384;

/** Presents this exit at the admission endpoint of its gateway. */
export async function presentAt(
  endpoint: AdmissionEndpointAddress,
  presentation: ExitPresentation,
): Promise<Result<ExitAdmittance, AdmissionFailure>> {
  const reply = await post(endpoint, JSON.stringify(z.encode(exitPresentation, presentation)));
  if (!reply.ok) return err({ kind: 'unreachable', detail: reply.error });
  const { status, body } = reply.value;
  if (status !== 200) return err({ kind: 'refused', code: admissionErrorCodeIn(jsonOf(body)) });
  const parsed = z.safeDecode(exitAdmittance, jsonOf(body) as never);
  if (!parsed.success) return err({ kind: 'unreachable', detail: 'the answer is not an admittance' });
  // The peer's key comes from the control plane, not from the gateway's response.
  if (parsed.data.serverPublicKey !== endpoint.wireguardPublicKey)
    return err({ kind: 'unreachable', detail: 'the gateway answered with another key' });
  return ok(parsed.data);
}

function post(
  endpoint: AdmissionEndpointAddress,
  text: string,
): Promise<Result<{ status: number; body: string }, string>> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: endpoint.address,
        port: endpoint.port,
        // A name in the ClientHello would reveal the gateway to observers of the network.
        servername: '',
        checkServerIdentity: (_, certificate) => checkServerIdentity(endpoint.serverName, certificate),
        ca: [...endpoint.certificateAuthorities],
        minVersion: 'TLSv1.3',
        agent: false,
        method: 'POST',
        path: exitAdmissionPath,
        headers: {
          host: endpoint.serverName,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        signal: AbortSignal.timeout(timeout),
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
          if (body.length > maxResponseLength) response.destroy(new Error('the answer is too long'));
        });
        response.on('end', () => resolve(ok({ status: response.statusCode ?? 0, body })));
        response.on('error', (error) => resolve(err(error.message)));
      },
    );
    call.on('error', (error) => resolve(err(error.message)));
    // Ends the call in every case, also after a protocol upgrade by the gateway.
    call.on('close', () => resolve(err('the connection ended without an answer')));
    call.end(text);
  });
}
