import { passkeyFailureTexts as texts } from '@comet/texts';

/** What the page wanted of the browser. */
export type CeremonyKind = 'making' | 'using';

/**
 * The words for a ceremony that the browser ended, by the name of its error (WebAuthn §5.1.3 and §5.1.4); null where the page ended
 * it itself, for another one or by leaving.
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
