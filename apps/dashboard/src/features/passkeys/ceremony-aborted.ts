/** The page itself ended the ceremony; no message is shown. */
export class CeremonyAborted extends Error {
  override readonly name = 'CeremonyAborted';
}
