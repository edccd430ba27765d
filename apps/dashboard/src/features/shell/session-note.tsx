import { failureTexts } from '@comet/texts';
import { Banner } from '@comet/ui';

const notes: Readonly<Record<string, string>> = {
  expired: failureTexts.sessionExpired,
  failed: failureTexts.authentication,
};

/** Shows why the user was redirected to the sign-in, by the query parameter `session`; empty without one. */
export function SessionNote({ session }: { readonly session: string | undefined }) {
  const note = session !== undefined && Object.hasOwn(notes, session) ? notes[session] : undefined;
  return note === undefined ? null : <Banner tone="warn">{note}</Banner>;
}
