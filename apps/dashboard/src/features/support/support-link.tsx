import { shellTexts } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import { openSupport } from './open-support.ts';

/** Opens the support window with an initial text. */
export function SupportLink({ text = '' }: { readonly text?: string }) {
  return <LinkAction onClick={() => openSupport(text)}>{shellTexts.contactSupport}</LinkAction>;
}
