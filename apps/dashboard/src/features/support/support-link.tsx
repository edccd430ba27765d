import { shellTexts } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import { askSupport } from './support-request.ts';

/** Opens the support window with an initial text. */
export function SupportLink({ text = '' }: { readonly text?: string }) {
  return <LinkAction onClick={() => askSupport(text)}>{shellTexts.contactSupport}</LinkAction>;
}
