/** The page itself ended the ceremony: no message is shown. */
export class CeremonyLeft extends Error {
  override readonly name = 'CeremonyLeft';
}
