import { say, shellTexts } from '@comet/texts';
import { useEffect } from 'react';

/** Names the screen in the window's title. */
export function useDocumentTitle(screen: string): void {
  useEffect(() => {
    document.title = say(shellTexts.documentTitle, { screen });
  }, [screen]);
}
