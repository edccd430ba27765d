import { formatText, shellTexts } from '@comet/texts';
import { useEffect } from 'react';

/** Sets the window's title to the name of the screen. */
export function useDocumentTitle(screen: string): void {
  useEffect(() => {
    document.title = formatText(shellTexts.documentTitle, { screen });
  }, [screen]);
}
