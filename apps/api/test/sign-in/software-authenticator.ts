import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { api, ReplyOf, RequestOf } from '@comet/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type CreationOptions = ReplyOf<typeof api.beginPasskey>['options'];
type RequestOptions = ReplyOf<typeof api.beginPasskeySignIn>['options'];
export type NewCredential = RequestOf<typeof api.addPasskey>['body']['credential'];
export type Assertion = RequestOf<typeof api.signInWithPasskey>['body']['credential'];

/** Deviations from a valid ceremony. */
export interface CeremonyDeviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  /** Whether the user was verified, by fingerprint or PIN. */
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly counter?: number;
  /** The attestation statement, which is normally empty. */
  readonly statement?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> };
  readonly userHandle?: string | null;
}

const dashboard = 'https://dashboard.example';
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** An ES256 passkey as a phone stores it (WebAuthn §6), with an optional increasing counter. */
export class SoftwareAuthenticator {
  readonly credentialId: string;
  readonly #key: KeyObject;
  #userHandle = '';
  #counter: number;
  readonly #counts: boolean;

  constructor(options: { readonly counts?: boolean } = {}) {
    this.credentialId = base64url(randomBytes(32));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    this.#counts = options.counts === true;
    this.#counter = 0;
  }

  create(options: CreationOptions, bent: CeremonyDeviations = {}): NewCredential {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(options.rp.id, 0x40, bent), attested]);
    const { fmt, attStmt } = bent.statement ?? { fmt: 'none', attStmt: new Map() };
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      credentialId: this.credentialId,
      clientDataJson: base64url(this.#clientData('webauthn.create', options.challenge, bent)),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal', 'hybrid'],
    };
  }

  get(options: RequestOptions, bent: CeremonyDeviations = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', options.challenge, bent);
    const authenticatorData = this.#authenticatorData(options.rpId, 0, bent);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#key);
    const userHandle = bent.userHandle === undefined ? this.#userHandle : bent.userHandle;
    return {
      credentialId: this.credentialId,
      clientDataJson: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      ...(userHandle === null ? {} : { userHandle }),
    };
  }

  #clientData(type: string, challenge: string, bent: CeremonyDeviations): Buffer {
    const { origin = dashboard, crossOrigin = false } = bent;
    const claims = { type: bent.type ?? type, challenge: bent.challenge ?? challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(claims));
  }

  #authenticatorData(rpId: string, flag: number, bent: CeremonyDeviations): Buffer {
    const {
      userPresent = true,
      userVerified = true,
      backupEligible = true,
      backedUp = backupEligible,
    } = bent;
    const flags =
      flag |
      (userPresent ? 0x01 : 0) |
      (userVerified ? 0x04 : 0) |
      (backupEligible ? 0x08 : 0) |
      (backedUp ? 0x10 : 0);
    if (this.#counts) this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? this.#counter);
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  /** RFC 9053 §2.1 and §7.1: EC2, ES256, P-256. */
  #coseKey(): Uint8Array {
    const { x = '', y = '' } = this.#key.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key as never);
  }
}
