import type { ReplyOf, RequestOf } from '@comet/contract';
import { passkeyFailureTexts, ReadableError, passkeyFailureTexts as texts } from '@comet/texts';
import { CeremonyAborted } from './ceremony-aborted.ts';
import type { api } from '../../platform/data/api.ts';

type CreationOptions = ReplyOf<typeof api.beginPasskey>['options'];
type RequestOptions = ReplyOf<typeof api.beginPasskeySignIn>['options'];
type NewCredential = RequestOf<typeof api.addPasskey>['body']['credential'];
export type Assertion = RequestOf<typeof api.signInWithPasskey>['body']['credential'];

/** Loaded when a passkey is created or used for the first time. */
const library = () => import('@simplewebauthn/browser');

export function supportsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Creates a passkey in the browser. Throws a `ReadableError` or `CeremonyAborted`. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const made = await withReadableErrors('making', async () => {
    const { startRegistration } = await library();
    return startRegistration({ optionsJSON: options });
  });
  return {
    credentialId: made.id,
    clientDataJson: made.response.clientDataJSON,
    attestationObject: made.response.attestationObject,
    transports: made.response.transports ?? [],
  };
}

/** Settles when the last offer has begun. A prompt waits for it, since a later offer would abort the prompt. */
let offerBegun: Promise<unknown> = Promise.resolve();

/**
 * Starts a WebAuthn ceremony in the browser. With `offered` it shows no prompt, but offers passkeys in the list under a field whose
 * `autocomplete` ends in `webauthn` until another ceremony begins; it does not start once `offered` is aborted, because it would abort
 * the ceremony begun since. Throws a `ReadableError` or `CeremonyAborted`.
 */
export async function usePasskey(options: RequestOptions, offered?: AbortSignal): Promise<Assertion> {
  const used = await withReadableErrors('using', async () => {
    const { startAuthentication } = await library();
    if (offered === undefined) {
      await offerBegun;
      return startAuthentication({ optionsJSON: options });
    }
    offered.throwIfAborted();
    const begun = startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    // The library queries the browser before it begins; this query follows and resolves after it.
    offerBegun = supportsAutofill();
    return begun;
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  return {
    credentialId: used.id,
    clientDataJson: clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle === undefined ? {} : { userHandle }),
  };
}

export async function supportsAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await (await library()).browserSupportsWebAuthnAutofill());
}

/** Ends the pending ceremony, if any. */
export async function abortCeremony(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Reports a removed passkey to the browser, so that it stops offering it. Few browsers support this yet. */
export async function signalUnknownPasskey(rpID: string, credentialID: string): Promise<void> {
  const { sendSignal } = await library();
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

async function withReadableErrors<T>(kind: CeremonyKind, work: () => Promise<T>): Promise<T> {
  if (!supportsPasskeys()) throw new ReadableError(passkeyFailureTexts.unsupported);
  try {
    return await work();
  } catch (cause) {
    const words = ceremonyFailure(cause instanceof Error ? cause.name : '', kind);
    throw words === null ? new CeremonyAborted() : new ReadableError(words, { cause });
  }
}

/** The operation that the page requested. */
type CeremonyKind = 'making' | 'using';

/**
 * The text for a ceremony that the browser ended, by the name of its error (WebAuthn §5.1.3 and §5.1.4); null where the page ended it,
 * for another ceremony or by navigation.
 */
export function ceremonyFailure(errorName: string, kind: CeremonyKind): string | null {
  switch (errorName) {
    case 'AbortError':
      return null;
    case 'NotAllowedError':
      return kind === 'making' ? texts.cancelledMaking : texts.cancelledUsing;
    case 'InvalidStateError':
      return texts.thereAlready;
    case 'SecurityError':
      return texts.address;
    case 'ConstraintError':
    case 'NotSupportedError':
      return texts.noKeeper;
    default:
      return texts.device;
  }
}
