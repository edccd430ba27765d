/** The page itself ended the ceremony. There is nothing to say. */
export class CeremonyLeft extends Error {
  override readonly name = 'CeremonyLeft';
}
