import { failureTexts } from '@comet/texts';
import { Banner } from '@comet/ui';

const notes: Readonly<Record<string, string>> = {
  expired: failureTexts.sessionExpired,
  failed: failureTexts.authentication,
};

/** Says why someone was sent to sign in, as the address tells it (`session`); nothing where it tells nothing. */
export function SessionNote({ session }: { readonly session: string | undefined }) {
  const note = session !== undefined && Object.hasOwn(notes, session) ? notes[session] : undefined;
  return note === undefined ? null : <Banner tone="warn">{note}</Banner>;
}
